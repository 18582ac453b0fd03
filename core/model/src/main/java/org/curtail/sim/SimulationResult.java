package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.sim.Simulation.ClosedLoop;

/**
 * The results of a trace's requests. Immutable.
 *
 * <p>Latency counts from arrival to completion.
 */
public final class SimulationResult {
  private final long[] latencyNanos;
  private final long[] waitNanos;
  private final long endNanos;
  private final Usage usage;
  private final int unfinished;

  SimulationResult(
      long[] latencyNanos, long[] waitNanos, long endNanos, Usage usage, int unfinished) {
    this.latencyNanos = latencyNanos;
    this.waitNanos = waitNanos;
    this.endNanos = endNanos;
    this.usage = usage;
    this.unfinished = unfinished;
  }

  /**
   * Returns the result without its first requests, which met an empty service. Figures of cores and
   * threads remain those of the whole run.
   *
   * @param count 0 to less than {@link #requests}
   */
  public SimulationResult afterWarmUp(int count) {
    if (count < 0 || count >= requests()) {
      throw new IllegalArgumentException(
          "count must lie between 0 and %d: %d".formatted(requests() - 1, count));
    }
    return new SimulationResult(
        Arrays.copyOfRange(latencyNanos, count, requests()),
        Arrays.copyOfRange(waitNanos, count, requests()),
        endNanos,
        usage,
        unfinished);
  }

  /** Returns true if the run was given up: see {@link Simulation#mostRunning}. */
  public boolean isGivenUp() {
    return unfinished > 0;
  }

  /**
   * Returns the number of requests that had arrived and not ended when the run was given up, else
   * 0. They count with their latency at that time; those that had not arrived are left out.
   */
  public int unfinished() {
    return unfinished;
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

  /** Returns the end of the last request, in nanoseconds since time 0. */
  public long endNanos() {
    return endNanos;
  }

  /**
   * Returns the requests completed per second, from 0 to the end: in a {@link ClosedLoop} with
   * enough clients, the capacity of the service.
   */
  public double perSecond() {
    return (requests() - unfinished) / (endNanos / 1e9);
  }

  /**
   * Returns the share of the cores that computed, from 0 to the end.
   *
   * @param cores cores of the machine
   */
  public double utilisation(int cores) {
    return usage.coreNanos / ((double) endNanos * cores);
  }

  /**
   * Returns the share of the computing time that went into chunks of ended requests: see {@link
   * Costs#speculation}.
   */
  public double wastedShare() {
    return usage.wastedNanos / usage.coreNanos;
  }

  /** Returns the mean number of threads that serve a running request, by time. */
  public double meanDegree() {
    return usage.servingNanos / usage.requestNanos;
  }

  /** Returns the mean number of threads in use, from 0 to the end. */
  public double meanThreads() {
    return usage.threadNanos / endNanos;
  }

  /** The use of time in a run, summed over its events. */
  static final class Usage {
    /** Computing cores times time. */
    double coreNanos;

    /** The part that went into chunks of ended requests. */
    double wastedNanos;

    /** Threads in use times time, and the same for those that serve a running request. */
    double threadNanos;

    double servingNanos;

    /** Running requests times time. */
    double requestNanos;

    /** Adds a span of time. */
    void add(
        long elapsedNanos,
        double busyCores,
        double wastedCores,
        int threads,
        int lingeringThreads,
        int requests) {
      coreNanos += elapsedNanos * busyCores;
      wastedNanos += elapsedNanos * wastedCores;
      threadNanos += (double) elapsedNanos * threads;
      servingNanos += (double) elapsedNanos * (threads - lingeringThreads);
      requestNanos += (double) elapsedNanos * requests;
    }
  }
}
