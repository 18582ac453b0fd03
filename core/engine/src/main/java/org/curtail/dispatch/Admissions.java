package org.curtail.dispatch;

import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;

/** Whether the request that is next may start. */
final class Admissions {
  private final int mostStarted;
  private Policy policy;

  /** Requests that ended and whose exit has not admitted another yet. */
  private int exits;

  /** When the request that is next may start; NEVER if time alone does not help. */
  private long atNanos = DispatchedRequest.NEVER;

  /**
   * By this policy.
   *
   * @param mostStarted how many requests may have started and not ended, whatever the policy says
   */
  Admissions(Policy policy, int mostStarted) {
    this.policy = policy;
    this.mostStarted = mostStarted;
  }

  /** Another policy admits, to which none of the exits before count. */
  void change(Policy next) {
    policy = next;
    exits = 0;
    atNanos = DispatchedRequest.NEVER;
  }

  long atNanos() {
    return atNanos;
  }

  void forgetTime() {
    atNanos = DispatchedRequest.NEVER;
  }

  void exit() {
    exits++;
  }

  void forgetExits() {
    exits = 0;
  }

  /** Whether a request may start as soon as there is a thread for it. */
  boolean wouldStart(DispatchedRequest request, Load load, long nowNanos) {
    return !isFull(load)
        && isOpen(policy.admit(request.progress(nowNanos), load), request, nowNanos);
  }

  /** Only the end of a request makes room, and then everybody looks again. */
  private boolean isFull(Load load) {
    return load.requests() - load.waiting() >= mostStarted;
  }

  private boolean isOpen(Admission admission, DispatchedRequest request, long nowNanos) {
    return switch (admission) {
      case Admission.Start start -> true;
      case Admission.WaitForExit wait -> exits > 0;
      case Admission.WaitForChange wait -> false;
      case Admission.WaitUntil wait -> fromNanos(request, wait) <= nowNanos;
    };
  }

  private static long fromNanos(DispatchedRequest request, Admission.WaitUntil wait) {
    return Instants.after(request.arrivalNanos(), wait.ageNanos());
  }

  boolean mayStart(DispatchedRequest request, Load load, boolean nobodyStarted, long nowNanos) {
    if (isFull(load)) {
      return false;
    }
    Admission admission = policy.admit(request.progress(nowNanos), load);
    boolean isOpen = isOpen(admission, request, nowNanos);
    return switch (admission) {
      case Admission.Start start -> {
        exits = 0;
        yield true;
      }
      case Admission.WaitForExit wait -> {
        // One exit admits one request. If nobody has started, there is no exit to wait for.
        exits = Math.max(exits - 1, 0);
        yield isOpen || nobodyStarted;
      }
      case Admission.WaitForChange wait -> {
        exits = 0;
        // If nobody has started, nothing would ever change.
        yield nobodyStarted;
      }
      case Admission.WaitUntil wait -> {
        exits = 0;
        atNanos = isOpen ? atNanos : fromNanos(request, wait);
        yield isOpen;
      }
    };
  }
}
