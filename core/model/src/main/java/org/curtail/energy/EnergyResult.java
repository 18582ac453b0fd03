package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Percentile;

/**
 * What became of a trace's requests, and what that drew. Latency counts from arrival. Immutable.
 */
public final class EnergyResult {
  private final long[] latencyNanos;
  private final long[] waitNanos;
  private final EnergyAccount account;

  EnergyResult(long[] latencyNanos, long[] waitNanos, EnergyAccount account) {
    this.latencyNanos = latencyNanos;
    this.waitNanos = waitNanos;
    this.account = account;
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

  /** The energy, by what the cores did from 0 to the end of the last request. */
  public EnergyAccount account() {
    return account;
  }

  /** All energy, that of idle cores too, divided among the requests. */
  public double joulesPerRequest() {
    return account.joules() / requests();
  }
}
