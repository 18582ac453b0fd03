package org.curtail.dispatch;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where nobody ranks, who started first is first. Everything takes logarithmic time. */
final class CandidatesByAge<R extends DispatchedRequest> extends ListedCandidates<R> {
  CandidatesByAge() {
    super(
        new TreeSet<>(
            Comparator.comparing(DispatchedRequest::priorityClass)
                .thenComparingLong(DispatchedRequest::startOrder)));
  }

  @Override
  public @Nullable R neediest(Ranking ranking, long nowNanos) {
    for (Iterator<R> all = listed.iterator(); all.hasNext(); ) {
      R request = all.next();
      if (request.wantsThread()) {
        return request;
      }
      all.remove();
      request.isCandidate = false;
    }
    return null;
  }
}
