package org.curtail.cli.serve.live;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * An open-loop client with exponential gaps. It sends requests at their planned moments, whether
 * earlier ones have been answered or not. Its rate can change at any time. Thread-safe.
 */
final class LoadClient implements AutoCloseable {
  /** Longest sleep, so that a new rate and the end take effect soon. */
  private static final long LONGEST_SLEEP_NANOS = 200_000_000;

  /** Greatest delay that is made up for. A longer one means that the machine slept. */
  private static final long MOST_LATE_NANOS = 2_000_000_000;

  /** Receives requests. */
  @FunctionalInterface
  interface Target {
    /**
     * Sends a request, and does not wait for its end.
     *
     * @param query index of its query
     * @param intendedNanos planned moment, by {@link System#nanoTime}
     */
    void send(int query, long intendedNanos);
  }

  private final Target target;
  private final int queries;
  private final Random random;
  private final Thread thread;
  private volatile double perSecond;
  private volatile boolean closed;

  /**
   * Starts a client that sends nothing yet.
   *
   * @param queries number of different queries: at least 1
   * @param seed seed of gaps and queries
   */
  LoadClient(Target target, int queries, long seed) {
    this.target = target;
    this.queries = queries;
    random = new Random(seed);
    thread = Thread.ofPlatform().daemon().name("serve-load").start(this::run);
  }

  /**
   * Changes the rate.
   *
   * @param perSecond requests per second; 0 for none
   */
  void rate(double perSecond) {
    this.perSecond = perSecond;
    LockSupport.unpark(thread);
  }

  private void run() {
    double leftGaps = random.nextExponential();
    long fromNanos = System.nanoTime();
    while (!closed) {
      double rate = perSecond;
      if (rate <= 0) {
        LockSupport.park(this);
        fromNanos = System.nanoTime();
        continue;
      }
      long nowNanos = System.nanoTime();
      long dueNanos = fromNanos + (long) (leftGaps / rate * 1e9);
      if (dueNanos > nowNanos) {
        LockSupport.parkNanos(this, Math.min(dueNanos - nowNanos, LONGEST_SLEEP_NANOS));
        long wokenNanos = Math.min(System.nanoTime(), dueNanos);
        leftGaps -= (wokenNanos - fromNanos) * rate / 1e9;
        fromNanos = wokenNanos;
        continue;
      }
      target.send(random.nextInt(queries), dueNanos);
      fromNanos = nowNanos - dueNanos > MOST_LATE_NANOS ? nowNanos : dueNanos;
      leftGaps = random.nextExponential();
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
