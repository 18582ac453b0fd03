package org.curtail.linux;

import org.curtail.linux.Availability.Unavailable;

/** The thread that kernel calls act on. */
final class CallingThread {
  private CallingThread() {}

  /** The kernel, unless the calling thread is virtual: it only borrows a kernel thread. */
  static Availability<Kernel> kernel() {
    return Thread.currentThread().isVirtual()
        ? new Unavailable<>("a virtual thread is none of the kernel's")
        : Kernel.ofThisMachine();
  }
}
