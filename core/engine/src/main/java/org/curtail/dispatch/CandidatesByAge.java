package org.curtail.dispatch;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where nobody ranks, who started first is first. Everything takes logarithmic time. */
final class CandidatesByAge<R extends DispatchedRequest> extends ListedCandidates<R> {
  private final TreeSet<R> byAge =
      new TreeSet<>(
          Comparator.comparing(DispatchedRequest::priorityClass)
              .thenComparingLong(DispatchedRequest::startOrder));

  @Override
  void list(R request) {
    byAge.add(request);
  }

  @Override
  void strike(R request) {
    byAge.remove(request);
  }

  @Override
  public @Nullable R neediest(Ranking ranking, long nowNanos) {
    while (!byAge.isEmpty()) {
      R request = byAge.first();
      if (request.wantsThread()) {
        return request;
      }
      remove(request);
    }
    return null;
  }
}
