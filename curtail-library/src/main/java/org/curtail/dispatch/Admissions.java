package org.curtail.dispatch;

import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;

/** Whether the request that is next may start. */
final class Admissions {
  private final Policy policy;

  /** Requests that ended and whose exit has not admitted another yet. */
  private int exits;

  /** When the request that is next may start; NEVER if time alone does not help. */
  private long atNanos = DispatchedRequest.NEVER;

  Admissions(Policy policy) {
    this.policy = policy;
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

  /** Whether a request may start at once for what its policy says, and not only since one ends. */
  boolean wouldStart(DispatchedRequest request, Load load, long nowNanos) {
    return policy.admit(request.progress(nowNanos), load) instanceof Admission.Start;
  }

  boolean mayStart(DispatchedRequest request, Load load, boolean nothingRuns, long nowNanos) {
    return switch (policy.admit(request.progress(nowNanos), load)) {
      case Admission.Start start -> {
        exits = 0;
        yield true;
      }
      case Admission.WaitForExit wait -> {
        // One exit admits one request. With nothing running there is no exit to wait for.
        boolean admitted = exits > 0 || nothingRuns;
        exits = Math.max(exits - 1, 0);
        yield admitted;
      }
      case Admission.WaitForChange wait -> {
        exits = 0;
        // With nothing running nothing would ever change.
        yield nothingRuns;
      }
      case Admission.WaitUntil wait -> {
        exits = 0;
        long fromNanos = Instants.after(request.arrivalNanos(), wait.ageNanos());
        if (fromNanos <= nowNanos) {
          yield true;
        }
        atNanos = fromNanos;
        yield false;
      }
    };
  }
}
