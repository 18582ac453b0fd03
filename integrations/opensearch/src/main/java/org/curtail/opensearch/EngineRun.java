package org.curtail.opensearch;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.lucene.SharedSearch;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.internal.SearchContext;

/**
 * Runs the first search of one query phase on the engine. A nested search must not wait for the
 * engine: it would hold one place while it waits for another. Safe for all threads.
 */
final class EngineRun {
  private final NodeComponents node;
  private final SearchContext context;
  private final @Nullable ShardQuery query;

  private final Reservation place;
  private final AtomicBoolean isClaimed = new AtomicBoolean();

  /**
   * Prepares a query phase.
   *
   * @param query null if it did not arrive as a shard query
   * @param place its reservation on the engine
   */
  EngineRun(
      NodeComponents node, SearchContext context, @Nullable ShardQuery query, Reservation place) {
    this.node = node;
    this.context = context;
    this.query = query;
    this.place = place;
  }

  /** True for the first caller, which must then {@link #run} its search. */
  boolean claim() {
    return !isClaimed.getAndSet(true);
  }

  /**
   * Runs a search; the calling thread takes part.
   *
   * @throws IOException as OpenSearch's own searcher throws it; unchecked exceptions likewise
   */
  <T> T run(SharedWork<?, T> search) throws IOException {
    return SharedSearch.run(place, decorated(search));
  }

  private <W, T> SharedWork<W, T> decorated(SharedWork<W, T> work) {
    SharedWork<W, T> counted = node.accounts().counted(work, context.getTask());
    SharedWork<W, T> inContext = new WorkInContext<>(counted, node.context());
    return query == null ? inContext : new TimedWork<>(inContext, query.times);
  }

  /** A search that reports its timeline to the times of its query. */
  private static final class TimedWork<W, R> extends DelegatingWork<W, R> {
    private final QueryTimes times;

    TimedWork(SharedWork<W, R> work, QueryTimes times) {
      super(work);
      this.times = times;
    }

    @Override
    public void ended(Timeline timeline) {
      times.served(timeline);
      super.ended(timeline);
    }
  }
}
