package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
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
   * Returns those that are served, in the order in which they ran as far as that is known. Puts
   * aside who has started and is not served.
   *
   * @param running those that ran when the error came
   * @param starting the one whose start may not be whole
   */
  @SuppressWarnings("ReferenceEquality") // Another request is another object.
  List<R> served(Collection<R> running, @Nullable R starting, Facts<R> facts, long nowNanos) {
    var known = new LinkedHashSet<R>(running);
    facts.served().forEach(known::add);
    if (starting != null) {
      known.add(starting);
    }
    var served = new ArrayList<R>(known.size());
    for (R request : known) {
      int threads = facts.threadsOf(request);
      request.isRunning = threads > 0 && !facts.isOver(request);
      if (request.isRunning) {
        request.setThreads(threads);
        served.add(request);
        continue;
      }
      request.leaveCandidates();
      request.setBoosted(false);
      if (request == starting && threads == 0) {
        request.setThreads(0);
        facts.startIsUndone(request);
      } else if (!facts.isOver(request)) {
        putAside(request, facts, nowNanos);
      }
    }
    queue.removeIf(request -> facts.isOver(request) || request.isRunning);
    aside.rebuild(request -> facts.isOver(request) || request.isRunning, nowNanos);
    return served;
  }

  private void putAside(R request, Facts<R> facts, long nowNanos) {
    facts.isAside(request);
    request.setThreads(0);
    request.forgetTurn();
    if (!aside.contains(request)) {
      aside.add(request, nowNanos);
    }
  }
}
