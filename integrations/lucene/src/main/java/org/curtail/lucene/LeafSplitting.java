package org.curtail.lucene;

import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.MultiCollector;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopScoreDocCollector;

/**
 * Decides if several collectors of one request may see parts of the same leaf.
 *
 * <p>Many collectors assume that they alone see a leaf: they count it from its statistics, keep
 * state per leaf, or stop after a number of its documents. Collectors that are known not to do so
 * see parts of leaves; others see whole leaves, and threads cannot share a search of one segment
 * then. The searcher finds out by itself if the query can be scored in parts of a leaf.
 */
@FunctionalInterface
public interface LeafSplitting {
  /** Top k by score or by field, alone or in a {@code MultiCollector}. */
  LeafSplitting KNOWN_COLLECTORS = LeafSplitting::isKnown;

  /**
   * Every collector: for services whose own collectors tolerate split leaves and a call of {@code
   * finish()} by another thread on such a leaf.
   */
  LeafSplitting ALL_COLLECTORS = (collector, leaves) -> true;

  /** Whole leaves for every collector. */
  LeafSplitting NONE = (collector, leaves) -> false;

  /** True if collectors like this one may see parts of these leaves. */
  boolean maySplit(Collector collector, List<LeafReaderContext> leaves);

  private static boolean isKnown(Collector collector, List<LeafReaderContext> leaves) {
    return switch (collector) {
      case MultiCollector several ->
          Stream.of(several.getCollectors()).allMatch(one -> isKnown(one, leaves));
      // Exactly these classes: a subclass may assume anything.
      case TopScoreDocCollector top -> top.getClass() == TopScoreDocCollector.class;
      // On a sorted index it stops early in each leaf; every part would repeat that cost.
      case TopFieldCollector top ->
          TopFieldCollector.class == top.getClass().getEnclosingClass()
              && leaves.stream().allMatch(leaf -> leaf.reader().getMetaData().sort() == null);
      default -> false;
    };
  }
}
