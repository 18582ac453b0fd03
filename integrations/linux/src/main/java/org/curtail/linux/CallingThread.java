package org.curtail.linux;

import org.curtail.linux.Availability.Unavailable;

/** The thread that kernel calls act on. */
final class CallingThread {
  private CallingThread() {}

  /** Returns the kernel, or a reason on a virtual thread, which has no kernel thread of its own. */
  static Availability<Kernel> kernel() {
    return Thread.currentThread().isVirtual()
        ? new Unavailable<>("a virtual thread has no kernel thread of its own")
        : Kernel.ofThisMachine();
  }
}
