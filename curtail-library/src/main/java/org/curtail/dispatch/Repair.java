package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells apart who is served, who waits and who is aside, after an error has mixed them up. */
final class Repair<R extends DispatchedRequest> {
  private final AdmissionQueue<R> queue;
  private final SetAside<R> aside;

  Repair(AdmissionQueue<R> queue, SetAside<R> aside) {
    this.queue = queue;
    this.aside = aside;
  }

  /**
   * Returns those that are served, in the order in which they are given. Puts aside who has started
   * and is not served.
   *
   * @param known each at most once
   * @param starting the one of them whose start may not be whole
   */
  @SuppressWarnings("ReferenceEquality") // Another request is another object.
  List<R> served(Collection<R> known, @Nullable R starting, Facts<R> facts, long nowNanos) {
    var served = new ArrayList<R>(known.size());
    for (R request : known) {
      boolean hasThreads = facts.threadsOf(request) > 0;
      request.isRunning = hasThreads && !facts.isOver(request);
      if (request.isRunning) {
        served.add(request);
        continue;
      }
      request.leaveCandidates();
      request.setBoosted(false);
      boolean isUndone = request == starting && !hasThreads;
      if (isUndone) {
        request.setThreads(0);
        facts.startIsUndone(request);
      } else if (!facts.isOver(request)) {
        putAside(request, nowNanos);
      }
    }
    queue.removeIf(request -> facts.isOver(request) || request.isRunning);
    aside.rebuild(request -> facts.isOver(request) || request.isRunning, nowNanos);
    return served;
  }

  private void putAside(R request, long nowNanos) {
    request.setThreads(0);
    request.share(Integer.MAX_VALUE);
    request.setSliceEndNanos(DispatchedRequest.NEVER);
    if (!aside.contains(request)) {
      aside.add(request, nowNanos);
    }
  }
}
