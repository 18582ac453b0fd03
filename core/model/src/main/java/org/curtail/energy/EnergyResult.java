package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Percentile;

/** The results of a trace's requests, with their energy. Latency counts from arrival. Immutable. */
public final class EnergyResult {
  private final long[] latencyNanos;
  private final long[] waitNanos;
  private final EnergyAccount account;

  EnergyResult(long[] latencyNanos, long[] waitNanos, EnergyAccount account) {
    this.latencyNanos = latencyNanos;
    this.waitNanos = waitNanos;
    this.account = account;
  }

  /** Returns the number of requests. */
  public int requests() {
    return latencyNanos.length;
  }

  /**
   * Returns the time from a request's arrival to its end, in nanoseconds; by its place in the
   * trace.
   */
  public long latencyNanos(int index) {
    return latencyNanos[index];
  }

  /** Returns the time from a request's arrival to its start, in nanoseconds. */
  public long waitNanos(int index) {
    return waitNanos[index];
  }

  /** Returns the mean latency in milliseconds. */
  public double meanMs() {
    return Arrays.stream(latencyNanos).asDoubleStream().sum() / latencyNanos.length / 1e6;
  }

  /** Returns a percentile of the latencies in milliseconds: nearest rank. */
  public double percentileMs(double percentile) {
    long[] ascending = latencyNanos.clone();
    Arrays.sort(ascending);
    return ascending[Percentile.rank(percentile, ascending.length)] / 1e6;
  }

  /** Returns the energy, by the use of the cores from 0 to the end of the last request. */
  public EnergyAccount account() {
    return account;
  }

  /** Returns all energy, that of idle cores included, divided among the requests. */
  public double joulesPerRequest() {
    return account.joules() / requests();
  }
}
