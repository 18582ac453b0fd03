package org.curtail.lucene.ranked;

import org.apache.lucene.index.LeafReaderContext;

/**
 * A range of documents of one leaf with what their static scores can be.
 *
 * @param leaf where the documents are
 * @param minDoc the first, counted within the leaf
 * @param maxDoc the end, exclusive; {@code NO_MORE_DOCS} for a leaf's last chunk, as in Lucene
 * @param greatestStatic no document here or in a later chunk of the leaf has a greater static score
 * @param leastStatic no document here has a smaller one
 */
record RankedChunk(
    LeafReaderContext leaf, int minDoc, int maxDoc, double greatestStatic, double leastStatic) {
  /** The first document, counted within the index. */
  int firstDoc() {
    return leaf.docBase + minDoc;
  }
}
