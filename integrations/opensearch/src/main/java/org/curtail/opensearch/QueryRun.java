package org.curtail.opensearch;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.lucene.SharedSearch;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.internal.SearchContext;

/**
 * One query phase's way to the engine, for its first search. A search within that search must not
 * wait for the engine: it would hold one place while it waits for another. Safe for all threads.
 */
final class QueryRun {
  private final NodeParts node;
  private final SearchContext context;
  private final @Nullable ShardQuery query;

  private final Reservation place;
  private final AtomicBoolean isTaken = new AtomicBoolean();

  /**
   * Of a query phase.
   *
   * @param query null if OpenSearch has not sent it here from outside
   * @param place that it holds on the engine
   */
  QueryRun(NodeParts node, SearchContext context, @Nullable ShardQuery query, Reservation place) {
    this.node = node;
    this.context = context;
    this.query = query;
    this.place = place;
  }

  /** Whether who asks is the first, and so is to {@link #run} its search. */
  boolean take() {
    return !isTaken.getAndSet(true);
  }

  /**
   * Runs a search; this thread works on it too.
   *
   * @throws IOException as OpenSearch's own searcher throws it; so are exceptions that are
   *     unchecked
   */
  <T> T run(SharedWork<?, T> search) throws IOException {
    return SharedSearch.run(place, followed(search));
  }

  private <W, T> SharedWork<W, T> followed(SharedWork<W, T> work) {
    SharedWork<W, T> counted = node.accounts().counted(work, context.getTask());
    SharedWork<W, T> inContext = new WorkInContext<>(counted, node.context());
    return query == null ? inContext : new TimedWork<>(inContext, query.times);
  }
}
