package org.curtail.runtime;

import java.util.concurrent.locks.LockSupport;

/** Errors that no request can be failed with: memory is short. Safe for all threads. */
final class OutsideErrors {
  private volatile boolean said;

  /** A thread cannot do at this moment what it has to. Said once. Never throws. */
  void met(Throwable e) {
    try {
      if (!said) {
        said = true;
        FaultReport.error("a thread met an error outside any request and goes on", e);
      }
      LockSupport.parkNanos(Dispatcher.RETRY_NANOS);
    } catch (Throwable again) {
      // Then it goes on at once.
    }
  }
}
