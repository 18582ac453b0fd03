package org.curtail.dispatch;

import java.util.List;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;
import org.jspecify.annotations.Nullable;

/**
 * Requests that no thread serves: those that have not started, and those that were set aside. A
 * change may be interrupted anywhere, so who gets its first thread at this moment is known too: it
 * stands among them still, and is not counted there.
 */
final class Threadless<R extends DispatchedRequest> {
  private final AdmissionQueue<R> queue;
  private final SetAside<R> aside;
  private @Nullable R starting;
  private @Nullable R resuming;

  Threadless(Policy policy, boolean reordersQueue, Preemption preemption) {
    queue = new AdmissionQueue<>(reordersQueue);
    aside = new SetAside<>(policy, preemption);
  }

  /** Those that have not started. */
  AdmissionQueue<R> queue() {
    return queue;
  }

  /** Those that were set aside. */
  SetAside<R> aside() {
    return aside;
  }

  /** Another policy orders them; {@link #refile} comes next. */
  void change(Policy policy, Traits traits) {
    queue.reorder(traits.reordersQueue());
    aside.change(policy, traits.preemption());
  }

  /** Puts them in order anew. If it throws, for want of memory, {@link #repair} does so too. */
  void refile(long nowNanos) {
    aside.all().forEach(DispatchedRequest::forgetDecision);
    aside.rebuild(request -> false, nowNanos);
  }

  /** How many have not started. */
  int waiting() {
    return queue.size() - (starting == null ? 0 : 1);
  }

  /** How many were set aside. */
  int idle() {
    return aside.size() - (resuming == null ? 0 : 1);
  }

  /** Which waiting request is next. */
  @Nullable R next(Ranking ranking, long nowNanos) {
    return queue.next(ranking, nowNanos);
  }

  /** Which of those that were set aside goes on first. */
  @Nullable R again(Ranking ranking, long nowNanos) {
    return aside.next(ranking, nowNanos);
  }

  /** Who is on the way from waiting to its first thread; null if nobody is. */
  @Nullable R starting() {
    return starting;
  }

  /** A waiting request gets its first thread; {@link #hasStarted} comes next. */
  void starts(R request) {
    starting = request;
  }

  /** It does not wait any more. */
  void hasStarted(R request) {
    queue.remove(request);
    starting = null;
  }

  /** A request that was set aside gets a thread; {@link #goesOn} comes next. */
  void resumes(R request) {
    resuming = request;
  }

  /** It is not aside any more. */
  void goesOn(R request) {
    aside.remove(request);
    resuming = null;
  }

  /** After a fault: who is served, so that all others stand here; nobody is on the way. */
  List<R> repair(List<R> running, Facts<R> facts, long nowNanos) {
    List<R> served = new Repair<>(queue, aside).served(running, starting, facts, nowNanos);
    starting = null;
    resuming = null;
    return served;
  }
}
