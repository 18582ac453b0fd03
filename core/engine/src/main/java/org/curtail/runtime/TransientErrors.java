package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells errors that may pass from faults that stay. Memory or stack that ran out is, as a rule, not
 * the fault of the code that met it; code that never ends to run out of it is broken. Safe for all
 * threads.
 */
final class TransientErrors {
  /** So many in a row are no accident. */
  static final int MOST_IN_A_ROW = 100;

  private final AtomicInteger inARow = new AtomicInteger();

  /** Something was thrown. Returns false if it has to be taken for a fault that stays. */
  boolean mayPass(Throwable e) {
    return e instanceof VirtualMachineError && inARow.incrementAndGet() <= MOST_IN_A_ROW;
  }

  /** A call went well. */
  void passed() {
    if (inARow.get() != 0) {
      inARow.set(0);
    }
  }
}
