package org.curtail.opensearch;

import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.SparseFixedBitSet;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.lucene.util.CombinedBitSet;
import org.opensearch.search.approximate.ApproximateScoreQuery;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryCollectorContextSpecRegistry;

/** Who runs a query phase, and why: the engine, or OpenSearch as it does without the plugin. */
enum Route {
  /** The engine, by windows of documents. */
  WINDOWS("on the engine, by windows of documents"),
  /** The engine, by OpenSearch's own slices. */
  SLICES("on the engine, by the slices that OpenSearch would search at the same time"),
  ONE_THREAD("by OpenSearch, since the policy, or their index, gives them one thread at present"),
  NO_THREAD_FREE("by OpenSearch, since the engine had no thread free for them"),
  SWITCHED_OFF("by OpenSearch, since curtail.enabled is false"),
  BROKEN("by OpenSearch, since memory or stack ran out in curtail's own code"),
  ASIDE("by OpenSearch, which has other pools for indexes of its own and for throttled ones"),
  PROFILED("by OpenSearch, which profiles them"),
  STREAMED("by OpenSearch, since results leave while a segment is searched"),
  TERMINATED_AFTER("by OpenSearch, since terminate_after depends on the order of documents"),
  COUNTED("by OpenSearch, which often knows the count for size 0 without a search"),
  TIME_SERIES("by OpenSearch, from the newest segment on"),
  FOREIGN_COLLECTOR("by OpenSearch, since another plugin collects the hits"),
  SORTED_BY_SCRIPT(
      "by OpenSearch, since they sort by a script, which several threads cannot share"),
  APPROXIMATED(
      "by OpenSearch, which looks at the greatest or least values only of the field by which they are sorted"),
  NOT_CONCURRENT("by OpenSearch, on one thread: its concurrent search is not on for them");

  private final String reason;

  Route(String reason) {
    this.reason = reason;
  }

  /** Whether the engine runs it. */
  boolean isOnEngine() {
    return this == WINDOWS || this == SLICES;
  }

  /** In words. */
  String reason() {
    return reason;
  }

  /**
   * Of a query phase.
   *
   * @param enabled whether the plugin is switched on
   * @param isAside whether searches of its index are OpenSearch's
   * @param oneThread whether it would have one thread on the engine at present
   */
  static Route of(SearchContext context, boolean enabled, boolean isAside, boolean oneThread) {
    if (!enabled) {
      return SWITCHED_OFF;
    }
    if (isAside) {
      return ASIDE;
    }
    if (context.getProfilers() != null) {
      return PROFILED;
    }
    if (context.isStreamSearch()) {
      return STREAMED;
    }
    if (context.terminateAfter() != SearchContext.DEFAULT_TERMINATE_AFTER) {
      return TERMINATED_AFTER;
    }
    if (context.aggregations() == null && context.size() == 0) {
      return COUNTED;
    }
    if (context.shouldUseTimeSeriesDescSortOptimization()) {
      return TIME_SERIES;
    }
    if (!QueryCollectorContextSpecRegistry.getCollectorContextSpecFactories().isEmpty()) {
      return FOREIGN_COLLECTOR;
    }
    if (!KnownSorts.contain(context.sort())) {
      return SORTED_BY_SCRIPT;
    }
    if (isApproximated(context)) {
      return APPROXIMATED;
    }
    boolean windows = isOfTopHitsOnly(context);
    if (!windows && !context.shouldUseConcurrentSearch()) {
      return NOT_CONCURRENT;
    }
    return oneThread ? ONE_THREAD : windows ? WINDOWS : SLICES;
  }

  /**
   * OpenSearch takes a {@code match_all} or a range for the greatest or least values of the field
   * by which hits are sorted, so many as there are to be hits. With a post filter that leaves out
   * hits. How many it takes in descending order, depends on how often a segment's documents were
   * asked for, and every thread asks.
   */
  private static boolean isApproximated(SearchContext context) {
    ParsedQuery filter = context.parsedPostFilter();
    return context.sort() != null
        && (context.query() instanceof ApproximateScoreQuery
            || (filter != null && filter.query() instanceof ApproximateScoreQuery));
  }

  /**
   * Top hits are the same, however their documents are divided. After the hits of a page before,
   * OpenSearch leaves out whole segments, and with them documents without the field.
   */
  private static boolean isOfTopHitsOnly(SearchContext context) {
    return context.aggregations() == null
        && context.collapse() == null
        && context.scrollContext() == null
        && context.searchAfter() == null
        && arePlain(context.searcher().getIndexReader().leaves());
  }

  private static boolean arePlain(List<LeafReaderContext> leaves) {
    for (LeafReaderContext leaf : leaves) {
      if (!isPlain(leaf)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A sorted segment is searched no further than its best hits, and one with few live documents by
   * these.
   */
  private static boolean isPlain(LeafReaderContext leaf) {
    Bits live = leaf.reader().getLiveDocs();
    return leaf.reader().getMetaData().sort() == null
        && !(live instanceof SparseFixedBitSet)
        && !(live instanceof CombinedBitSet);
  }
}
