package org.curtail.linux;

import org.curtail.linux.Availability.Unavailable;

/** Whom the kernel would act on. */
final class CallingThread {
  private CallingThread() {}

  /** The kernel if it knows the calling thread: a virtual one only borrows a thread of its. */
  static Availability<Kernel> kernel() {
    return Thread.currentThread().isVirtual()
        ? new Unavailable<>("a virtual thread is none of the kernel's")
        : Kernel.ofThisMachine();
  }
}
