package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Whether a thread may raise itself and can be lowered again: tried on a throw-away thread. */
final class RightCheck {
  private RightCheck() {}

  static Availability<Mechanism> of(Kernel kernel, Mechanism mechanism) {
    return ThrowAwayThread.start(() -> tryOut(kernel, mechanism)).outcome();
  }

  private static Availability<Mechanism> tryOut(Kernel kernel, Mechanism mechanism) {
    var raising = new Raising(kernel, mechanism);
    var before = new SchedAttr();
    var after = new SchedAttr();
    int answer = mechanism.startWorker(kernel);
    if (answer >= 0) {
      answer = kernel.scheduling(before);
    }
    if (answer >= 0) {
      answer = raising.raise();
    }
    if (answer >= 0) {
      answer = raising.lower();
    }
    if (answer >= 0) {
      answer = kernel.scheduling(after);
    }
    if (answer < 0) {
      return new Unavailable<>(Errno.reason(answer, mechanism.right()));
    }
    return after.schedulesAs(before)
        ? new Available<>(mechanism)
        : new Unavailable<>("a lowered thread is not what it was before it was raised");
  }
}
