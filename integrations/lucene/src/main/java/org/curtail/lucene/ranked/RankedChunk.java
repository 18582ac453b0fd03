package org.curtail.lucene.ranked;

import org.apache.lucene.index.LeafReaderContext;

/**
 * A range of documents of one leaf, with bounds of their static scores.
 *
 * @param leaf the leaf of the documents
 * @param minDoc the first document, counted within the leaf
 * @param maxDoc the end, exclusive; {@code NO_MORE_DOCS} for a leaf's last chunk, as in Lucene
 * @param greatestStatic the greatest static score here and in later chunks of the leaf
 * @param leastStatic the least static score here
 */
record RankedChunk(
    LeafReaderContext leaf, int minDoc, int maxDoc, double greatestStatic, double leastStatic) {
  /** The first document, counted within the index. */
  int firstDoc() {
    return leaf.docBase + minDoc;
  }
}
