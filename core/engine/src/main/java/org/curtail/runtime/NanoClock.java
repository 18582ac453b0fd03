package org.curtail.runtime;

import java.util.function.LongSupplier;

/** The engine's source of time. */
@FunctionalInterface
interface NanoClock extends LongSupplier {
  /** The machine's monotonic clock. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds since some fixed moment; should not go back. */
  long nanoTime();

  @Override
  default long getAsLong() {
    return nanoTime();
  }

  /**
   * Returns a clock that does not throw. The machine's own clock is not wrapped, because borders
   * read it often.
   */
  static NanoClock guarded(LongSupplier clock) {
    return clock instanceof NanoClock own && own.equals(SYSTEM) ? own : new Guarded(clock);
  }

  /**
   * A clock that may throw. The fault is reported once, and the clock is not read again: the
   * machine's own clock goes on from the last reading. While memory or stack is short, time stands
   * still for that reading. Safe for all threads.
   */
  final class Guarded implements NanoClock {
    private final LongSupplier clock;
    private volatile long lastNanos;
    private volatile boolean failed;

    /** The last reading minus the machine's clock at that moment, once the clock has failed. */
    private long offsetNanos;

    private Guarded(LongSupplier clock) {
      this.clock = clock;
    }

    @Override
    public long nanoTime() {
      if (failed) {
        return System.nanoTime() + offsetNanos;
      }
      try {
        long nowNanos = clock.getAsLong();
        lastNanos = nowNanos;
        return nowNanos;
      } catch (VirtualMachineError e) {
        return lastNanos;
      } catch (Throwable e) {
        fail(e);
        return System.nanoTime() + offsetNanos;
      }
    }

    private synchronized void fail(Throwable e) {
      if (failed) {
        return;
      }
      offsetNanos = lastNanos - System.nanoTime();
      failed = true;
      FaultReport.error(
          "clock "
              + clock.getClass().getName()
              + " failed and is not read again; the machine's clock goes on from its last reading",
          e);
    }
  }
}
