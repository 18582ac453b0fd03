package org.curtail.benchkit.replicas;

import java.util.concurrent.TimeUnit;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.live.TokenBucket;

/** Delay of a copy that each late request gets. Thread-safe. */
sealed interface CopyDelay {
  /** Returns the delay of a new request's copy. */
  long nextNanos();

  /** True if a due copy may be sent. */
  boolean takesCopy();

  /** Notes the latency of an answered request. */
  void answered(long latencyNanos);

  /** The same delay for all requests, without a budget. */
  record Fixed(long nextNanos) implements CopyDelay {
    @Override
    public boolean takesCopy() {
      return true;
    }

    @Override
    public void answered(long latencyNanos) {}
  }

  /**
   * The rule of github.com/bhope/hedge, from its description: the 90th percentile of the latencies
   * in the last one or two windows of 30 s, by a sketch with an error of 1 %. The first requests
   * have a delay of 10 ms. A token bucket allows copies of a tenth of the expected requests.
   */
  final class LearnedPercentile implements CopyDelay {
    private static final double PERCENTILE = 90;
    private static final double RELATIVE_ERROR = 0.01;
    private static final int BUCKETS = 1 << 12;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int WARM_UP = 20;
    private static final double BUDGET = 0.1;
    private static final double BURST_SECONDS = 2;

    private final TokenBucket tokens;

    /** Latencies of the present window. */
    private LatencySketch current = sketch();

    /** Latencies of the present window and the one before. */
    private LatencySketch recent = sketch();

    private long windowEndNanos = System.nanoTime() + WINDOW_NANOS;
    private int requests;

    /**
     * Creates the rule.
     *
     * @param perSecond expected requests per second: above 0
     */
    LearnedPercentile(double perSecond) {
      double most = Math.max(1, BUDGET * BURST_SECONDS * perSecond);
      tokens = new TokenBucket(BUDGET, most, most);
    }

    private static LatencySketch sketch() {
      return new LatencySketch(RELATIVE_ERROR, BUCKETS);
    }

    @Override
    public synchronized long nextNanos() {
      // The same as a refill by time if requests come as expected.
      tokens.earn(1);
      if (requests++ < WARM_UP || recent.isEmpty()) {
        return FIRST_NANOS;
      }
      return Math.max(LEAST_NANOS, Math.round(recent.percentileMillis(PERCENTILE) * 1e6));
    }

    @Override
    public synchronized boolean takesCopy() {
      return tokens.take();
    }

    @Override
    public synchronized void answered(long latencyNanos) {
      if (System.nanoTime() - windowEndNanos >= 0) {
        windowEndNanos += WINDOW_NANOS;
        recent = current;
        current = sketch();
      }
      current.add(latencyNanos / 1e6);
      recent.add(latencyNanos / 1e6);
    }
  }
}
