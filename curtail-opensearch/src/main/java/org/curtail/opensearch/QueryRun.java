package org.curtail.opensearch;

import java.io.IOException;
import java.util.function.Supplier;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.internal.SearchContext;

/** One query phase's way to the engine. For one thread. */
final class QueryRun {
  private final NodeParts node;
  private final SearchContext context;
  private final @Nullable ShardQuery query;

  /** For its first search; null once that has taken it. */
  private @Nullable Reservation place;

  /**
   * Of a query phase.
   *
   * @param query null if OpenSearch has not sent it here from outside
   * @param place that it holds on the engine; null if it needs none
   */
  QueryRun(
      NodeParts node,
      SearchContext context,
      @Nullable ShardQuery query,
      @Nullable Reservation place) {
    this.node = node;
    this.context = context;
    this.query = query;
    this.place = place;
  }

  /**
   * Runs a search; this thread works on it too.
   *
   * @param search makes it; asked again if the engine was replaced at that moment
   * @throws IOException as OpenSearch's own searcher throws it; so are exceptions that are
   *     unchecked
   */
  <T> T run(Supplier<SharedWork<?, T>> search) throws IOException {
    Reservation first = place;
    place = null;
    Supplier<SharedWork<?, T>> followed = () -> followed(search.get(), first != null);
    return first == null
        ? node.engine().run(followed, query == null ? RequestOptions.NONE : query.options)
        : NodeEngine.run(first, followed.get());
  }

  private <W, T> SharedWork<W, T> followed(SharedWork<W, T> work, boolean reserved) {
    SharedWork<W, T> counted = node.accounts().counted(work, context.getTask());
    return query == null ? counted : new TimedWork<>(counted, query.times, reserved);
  }
}
