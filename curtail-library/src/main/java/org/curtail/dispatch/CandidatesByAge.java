package org.curtail.dispatch;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where nobody ranks, who started first is first. Everything takes logarithmic time. */
final class CandidatesByAge<R extends DispatchedRequest> implements Candidates<R> {
  private final TreeSet<R> byAge =
      new TreeSet<>(
          Comparator.comparing(DispatchedRequest::priorityClass)
              .thenComparingLong(DispatchedRequest::startOrder));

  @Override
  public void update(R request) {
    boolean wants = request.wantsThread();
    if (wants && !request.isCandidate) {
      byAge.add(request);
      request.isCandidate = true;
    } else if (!wants) {
      remove(request);
    }
  }

  @Override
  public void remove(R request) {
    if (request.isCandidate) {
      byAge.remove(request);
      request.isCandidate = false;
    }
  }

  @Override
  public void rebuild(Iterable<R> running) {
    byAge.clear();
    for (R request : running) {
      request.isCandidate = false;
      update(request);
    }
  }

  @Override
  public @Nullable R neediest(Ranking ranking, long nowNanos) {
    for (Iterator<R> all = byAge.iterator(); all.hasNext(); ) {
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
