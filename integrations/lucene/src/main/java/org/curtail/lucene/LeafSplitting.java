package org.curtail.lucene;

import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.MultiCollector;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopScoreDocCollector;

/**
 * Decision if several collectors of one request may get parts of the same leaf.
 *
 * <p>Many collectors assume that they get a whole leaf: they count it from its statistics, keep
 * state per leaf, or stop after a number of its documents. Only collectors without such assumptions
 * may get split leaves. With whole leaves, a request on an index of one segment has nothing to
 * share. The searcher detects by itself if the query can be scored in parts of a leaf.
 */
@FunctionalInterface
public interface LeafSplitting {
  /** Top k by score or by field, alone or in a {@code MultiCollector}. */
  LeafSplitting KNOWN_COLLECTORS = LeafSplitting::isKnown;

  /**
   * Every collector. For services whose own collectors tolerate split leaves, and calls of {@code
   * finish()} by another thread on such a leaf.
   */
  LeafSplitting ALL_COLLECTORS = (collector, leaves) -> true;

  /** Whole leaves for every collector. */
  LeafSplitting NONE = (collector, leaves) -> false;

  /** True if collectors like this one may get parts of these leaves. */
  boolean maySplit(Collector collector, List<LeafReaderContext> leaves);

  private static boolean isKnown(Collector collector, List<LeafReaderContext> leaves) {
    return switch (collector) {
      case MultiCollector several ->
          Stream.of(several.getCollectors()).allMatch(one -> isKnown(one, leaves));
      // Exactly these classes: a subclass may make any assumption.
      case TopScoreDocCollector top -> top.getClass() == TopScoreDocCollector.class;
      // On a sorted index it stops early in each leaf. Every part of a leaf would repeat that
      // cost.
      case TopFieldCollector top ->
          TopFieldCollector.class == top.getClass().getEnclosingClass()
              && leaves.stream().allMatch(leaf -> leaf.reader().getMetaData().sort() == null);
      default -> false;
    };
  }
}
