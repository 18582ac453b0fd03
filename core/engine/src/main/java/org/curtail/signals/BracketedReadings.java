package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Readings of counters that belong to one moment. A thread reads its counters one after the other.
 * If it loses its core in between, a time slice of other threads would be counted as its own wait,
 * or not at all. So the clock is read before and after. If more than twice the usual time has
 * passed, all counters are read again. If every try takes too long, the reading is marked as
 * doubtful.
 *
 * <p>Source: Yang, Blackburn, McKinley: Computer Performance Microscopy with SHIM (ISCA 2015), 3.4.
 * Here the check is made at the borders of requests.
 */
@SuppressWarnings("ThreadLocalUsage") // One per Signals, which live as long as their engine.
final class BracketedReadings implements Supplier<ThreadReading> {
  private static final int TRIES = 3;

  /**
   * Number of readings whose median is the usual time. Of fewer readings, the usual time is the
   * least.
   */
  private static final int USUAL_OF = 31;

  /**
   * Number of readings before the first one that counts: without them, a first reading could not be
   * doubtful.
   */
  private static final int READINGS_BEFORE = 3;

  private static final int COUNTERS = Counter.values().length;

  private final Supplier<? extends Consumer<long[]>> ofThread;
  private final LongSupplier nanoClock;
  private final ThreadLocal<@Nullable Own> own = new ThreadLocal<>();

  /**
   * Readings by these counters.
   *
   * @param ofThread makes the counters of the current thread, once for each
   * @param nanoClock {@code System::nanoTime}, except in tests
   */
  BracketedReadings(Supplier<? extends Consumer<long[]>> ofThread, LongSupplier nanoClock) {
    this.ofThread = requireNonNull(ofThread, "ofThread");
    this.nanoClock = requireNonNull(nanoClock, "nanoClock");
  }

  @Override
  public ThreadReading get() {
    if (Thread.currentThread().isVirtual()) {
      // For a virtual thread, the kernel has only the counters of its carrier thread.
      return ThreadReading.ofWall(nanoClock.getAsLong());
    }
    Own known = own.get();
    if (known == null) {
      known = new Own(ofThread.get());
      for (int i = 0; i < READINGS_BEFORE; i++) {
        known.read(nanoClock);
      }
      own.set(known);
    }
    return known.read(nanoClock);
  }

  /** The counters of one thread. */
  private static final class Own {
    private final Consumer<long[]> counters;
    private final RunningMedian usualNanos = new RunningMedian(USUAL_OF);
    private long[] latest = new long[COUNTERS];
    private long[] best = new long[COUNTERS];

    Own(Consumer<long[]> counters) {
      this.counters = counters;
    }

    ThreadReading read(LongSupplier nanoClock) {
      long mostNanos = mostNanos();
      long bestNanos = Long.MAX_VALUE;
      long atNanos = 0;
      int tries = 0;
      do {
        tries++;
        Arrays.fill(latest, ThreadReading.UNAVAILABLE);
        long fromNanos = nanoClock.getAsLong();
        counters.accept(latest);
        long nanos = nanoClock.getAsLong() - fromNanos;
        usualNanos.add(nanos);
        if (nanos < bestNanos) {
          bestNanos = nanos;
          atNanos = fromNanos;
          long[] before = best;
          best = latest;
          latest = before;
        }
      } while (bestNanos > mostNanos && tries < TRIES);
      return ThreadReading.of(atNanos, best, bestNanos > mostNanos);
    }

    private long mostNanos() {
      // On a busy machine, most of a few readings may have been interrupted.
      long nanos = usualNanos.isFull() ? usualNanos.value() : usualNanos.least();
      return nanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * nanos;
    }
  }

  /** The median of the latest values. For one thread. */
  static final class RunningMedian {
    private final long[] latest;
    private final long[] sorted;
    private int count;
    private int next;

    /**
     * The median of no values yet.
     *
     * @param values number of latest values; odd
     */
    RunningMedian(int values) {
      if (values < 1 || values % 2 == 0) {
        throw new IllegalArgumentException("values must be odd: " + values);
      }
      latest = new long[values];
      sorted = new long[values];
    }

    /**
     * The median; the lower one of the two middle values if their number is even. {@code
     * Long.MAX_VALUE} without values.
     */
    long value() {
      return count == 0 ? Long.MAX_VALUE : sorted[(count - 1) / 2];
    }

    /** The least of the latest values; {@code Long.MAX_VALUE} without values. */
    long least() {
      return count == 0 ? Long.MAX_VALUE : sorted[0];
    }

    /** True if the full number of values is there. */
    boolean isFull() {
      return count == latest.length;
    }

    void add(long value) {
      if (count == latest.length) {
        count--;
        int gone = Arrays.binarySearch(sorted, 0, count + 1, latest[next]);
        System.arraycopy(sorted, gone + 1, sorted, gone, count - gone);
      }
      int place = Arrays.binarySearch(sorted, 0, count, value);
      int at = place < 0 ? -place - 1 : place;
      System.arraycopy(sorted, at, sorted, at + 1, count - at);
      sorted[at] = value;
      latest[next] = value;
      next = (next + 1) % latest.length;
      count++;
    }
  }
}
