package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * What became of a trace's requests. Immutable.
 *
 * <p>Latency counts from arrival to completion.
 */
public final class Outcome {
  private final long[] latencyNanos;
  private final long[] waitNanos;
  private final long endNanos;
  private final double coreNanos;
  private final double threadNanos;
  private final double requestNanos;

  Outcome(
      long[] latencyNanos,
      long[] waitNanos,
      long endNanos,
      double coreNanos,
      double threadNanos,
      double requestNanos) {
    this.latencyNanos = latencyNanos;
    this.waitNanos = waitNanos;
    this.endNanos = endNanos;
    this.coreNanos = coreNanos;
    this.threadNanos = threadNanos;
    this.requestNanos = requestNanos;
  }

  /** Number of requests. */
  public int requests() {
    return latencyNanos.length;
  }

  /** Time from a request's arrival to its end, in nanoseconds; by its place in the trace. */
  public long latencyNanos(int index) {
    return latencyNanos[index];
  }

  /** Time from a request's arrival to its start, in nanoseconds. */
  public long waitNanos(int index) {
    return waitNanos[index];
  }

  /** Mean latency in milliseconds. */
  public double meanMs() {
    return Arrays.stream(latencyNanos).asDoubleStream().sum() / latencyNanos.length / 1e6;
  }

  /** A percentile of the latencies in milliseconds: nearest rank. */
  public double percentileMs(double percentile) {
    long[] ascending = latencyNanos.clone();
    Arrays.sort(ascending);
    return ascending[Percentile.rank(percentile, ascending.length)] / 1e6;
  }

  /** When the last request ended, in nanoseconds since the origin of the trace. */
  public long endNanos() {
    return endNanos;
  }

  /**
   * Share of the cores that computed, from 0 to the end.
   *
   * @param cores of the machine
   */
  public double utilisation(int cores) {
    return coreNanos / ((double) endNanos * cores);
  }

  /** Mean number of threads that serve a running request, by time. */
  public double meanDegree() {
    return threadNanos / requestNanos;
  }

  /** Mean number of threads in use, from 0 to the end. */
  public double meanThreads() {
    return threadNanos / endNanos;
  }
}
