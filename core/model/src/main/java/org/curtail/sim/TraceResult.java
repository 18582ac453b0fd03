package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Percentile;

/** Latencies of a trace's requests. Latency counts from arrival to completion. Immutable. */
public abstract class TraceResult {
  final long[] latencyNanos;
  final long[] waitNanos;

  protected TraceResult(long[] latencyNanos, long[] waitNanos) {
    this.latencyNanos = latencyNanos;
    this.waitNanos = waitNanos;
  }

  /** Returns the number of requests. */
  public final int requests() {
    return latencyNanos.length;
  }

  /**
   * Returns the time from a request's arrival to its end, in nanoseconds.
   *
   * @param index place of the request in the trace
   */
  public final long latencyNanos(int index) {
    return latencyNanos[index];
  }

  /**
   * Returns the time from a request's arrival to its start, in nanoseconds.
   *
   * @param index place of the request in the trace
   */
  public final long waitNanos(int index) {
    return waitNanos[index];
  }

  /** Returns the mean latency in milliseconds. */
  public final double meanMs() {
    return Arrays.stream(latencyNanos).asDoubleStream().sum() / latencyNanos.length / 1e6;
  }

  /** Returns a percentile of the latencies in milliseconds, by nearest rank. */
  public final double percentileMs(double percentile) {
    long[] ascending = latencyNanos.clone();
    Arrays.sort(ascending);
    return ascending[Percentile.rank(percentile, ascending.length)] / 1e6;
  }
}
