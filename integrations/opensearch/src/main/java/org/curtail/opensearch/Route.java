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

/**
 * The executor of a query phase, with the reason: the engine, or OpenSearch as without the plugin.
 */
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

  /** True if the engine runs it. */
  boolean isOnEngine() {
    return this == WINDOWS || this == SLICES;
  }

  /** Reason in words. */
  String reason() {
    return reason;
  }

  /**
   * Returns the route of a query phase.
   *
   * @param enabled true if the plugin is switched on
   * @param isExcluded true if OpenSearch serves searches of its index
   * @param oneThread true if it would have one thread on the engine now
   */
  static Route of(SearchContext context, boolean enabled, boolean isExcluded, boolean oneThread) {
    if (!enabled) {
      return SWITCHED_OFF;
    }
    if (isExcluded) {
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
    if (!ShareableSorts.contain(context.sort())) {
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
   * True if OpenSearch approximates: for a {@code match_all} or a range it reads only as many of
   * the greatest or least values of the sort field as hits are wanted. With a post filter that
   * loses hits. In descending order the number depends on how often a segment's documents were
   * requested, and every thread requests them.
   */
  private static boolean isApproximated(SearchContext context) {
    ParsedQuery filter = context.parsedPostFilter();
    return context.sort() != null
        && (context.query() instanceof ApproximateScoreQuery
            || (filter != null && filter.query() instanceof ApproximateScoreQuery));
  }

  /**
   * True for a search of top hits only: they are the same for every division of the documents. With
   * {@code search_after} OpenSearch skips whole segments, and with them documents without the
   * field.
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
   * True unless the segment is sorted, which is searched only up to its best hits, or has few live
   * documents, which then lead the search.
   */
  private static boolean isPlain(LeafReaderContext leaf) {
    Bits live = leaf.reader().getLiveDocs();
    return leaf.reader().getMetaData().sort() == null
        && !(live instanceof SparseFixedBitSet)
        && !(live instanceof CombinedBitSet);
  }
}
