package org.curtail.hedge;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** A user's test of failures; an exception of it is reported once and counts as false. */
final class Judgement {
  private final Predicate<? super Throwable> test;
  private final String saidIfItThrows;
  private final AtomicBoolean said = new AtomicBoolean();

  Judgement(Predicate<? super Throwable> test, String saidIfItThrows) {
    this.test = test;
    this.saidIfItThrows = saidIfItThrows;
  }

  /** Tests a failure. Never throws. */
  boolean of(Throwable failure) {
    try {
      return test.test(failure);
    } catch (Throwable e) {
      if (said.compareAndSet(false, true)) {
        HedgeFaults.error(saidIfItThrows, e);
      }
      return false;
    }
  }
}
