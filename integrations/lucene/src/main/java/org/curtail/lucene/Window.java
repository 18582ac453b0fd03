package org.curtail.lucene;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Range of documents of one leaf: the chunk in which threads share a search.
 *
 * @param leaf the leaf of the documents
 * @param minDoc the first document, counted within the leaf
 * @param maxDoc the end, exclusive; {@code NO_MORE_DOCS} for a leaf's last window, as in Lucene
 */
record Window(LeafReaderContext leaf, int minDoc, int maxDoc) {
  /** Target number of windows. More windows do not help, even with many threads. */
  private static final int MOST_WINDOWS = 100;

  /**
   * Minimum number of documents per window in large indexes. Each window costs about 0.1 to 0.25
   * microseconds; windows of this size keep that below one percent of a search that ranks every
   * match. A search that skips most matches pays more.
   */
  private static final int LEAST_DOCS = 10_240;

  /** Least number of windows of a small index, for searches with slow ranking. */
  private static final int LEAST_WINDOWS = 8;

  /** Windows are multiples of this, since Lucene's own scorers work in blocks of this size. */
  private static final int GRAIN_DOCS = 1024;

  /** True if this is the last window of its leaf. */
  boolean isLastOfLeaf() {
    return maxDoc == DocIdSetIterator.NO_MORE_DOCS;
  }

  /** Returns the documents per window for an index of this size. */
  static int docsFor(int maxDoc) {
    int fewest = Math.ceilDiv(maxDoc, MOST_WINDOWS);
    int cheap = Math.min(LEAST_DOCS, Math.ceilDiv(maxDoc, LEAST_WINDOWS));
    return Math.max(Math.ceilDiv(Math.max(fewest, cheap), GRAIN_DOCS), 1) * GRAIN_DOCS;
  }

  /** Cuts all leaves into windows of this many documents; every leaf has at least one. */
  static List<Window> split(List<LeafReaderContext> leaves, int windowDocs) {
    var windows = new ArrayList<Window>();
    for (LeafReaderContext leaf : leaves) {
      int leafDocs = leaf.reader().maxDoc();
      int minDoc = 0;
      while (leafDocs - minDoc > windowDocs) {
        windows.add(new Window(leaf, minDoc, minDoc + windowDocs));
        minDoc += windowDocs;
      }
      windows.add(new Window(leaf, minDoc, DocIdSetIterator.NO_MORE_DOCS));
    }
    return List.copyOf(windows);
  }

  /** Returns every leaf as one window. */
  static List<Window> whole(List<LeafReaderContext> leaves) {
    return leaves.stream().map(leaf -> new Window(leaf, 0, DocIdSetIterator.NO_MORE_DOCS)).toList();
  }
}
