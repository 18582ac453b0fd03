package org.curtail.runtime;

import java.util.function.LongSupplier;

/** Where the engine gets the time from. */
@FunctionalInterface
interface NanoClock extends LongSupplier {
  /** The machine's monotonic clock. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds since some fixed moment; never goes back. */
  long nanoTime();

  @Override
  default long getAsLong() {
    return nanoTime();
  }
}
