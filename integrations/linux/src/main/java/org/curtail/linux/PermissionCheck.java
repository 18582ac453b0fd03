package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Checks on a temporary thread that raising and lowering are permitted. */
final class PermissionCheck {
  private PermissionCheck() {}

  static Availability<Mechanism> of(Kernel kernel, Mechanism mechanism) {
    return ProbeThread.start(() -> tryOut(kernel, mechanism)).outcome();
  }

  private static Availability<Mechanism> tryOut(Kernel kernel, Mechanism mechanism) {
    var priority = new OsPriority(kernel, mechanism);
    var before = new SchedAttr();
    var after = new SchedAttr();
    int answer = mechanism.startWorker(kernel);
    if (answer >= 0) {
      answer = kernel.scheduling(before);
    }
    if (answer >= 0) {
      answer = priority.raise();
    }
    if (answer >= 0) {
      answer = priority.lower();
    }
    if (answer >= 0) {
      answer = kernel.scheduling(after);
    }
    if (answer < 0) {
      return new Unavailable<>(Errno.reason(answer, mechanism.permission()));
    }
    return after.schedulesAs(before)
        ? new Available<>(mechanism)
        : new Unavailable<>("a lowered thread does not have its former scheduling");
  }
}
