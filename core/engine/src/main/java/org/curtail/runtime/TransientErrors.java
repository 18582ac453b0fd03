package org.curtail.runtime;

/**
 * Tells errors that may pass from faults that stay. Memory or stack that ran out is, as a rule, not
 * the fault of the code that met it; code that never ends to run out of it is broken. Safe for all
 * threads.
 */
final class TransientErrors {
  /** So many in a row are no accident. */
  static final int MOST_IN_A_ROW = 100;

  /** Read by whom a call went well: only if it is not 0, {@link #passed} has something to do. */
  volatile int inARow;

  /** Something was thrown. Returns false if it has to be taken for a fault that stays. */
  synchronized boolean mayPass(Throwable e) {
    return e instanceof VirtualMachineError && ++inARow <= MOST_IN_A_ROW;
  }

  /** A call went well. */
  synchronized void passed() {
    inARow = 0;
  }
}
