package org.curtail.sim;

import java.util.Arrays;
import org.curtail.sim.Simulation.ClosedLoop;

/** Latencies of a trace's requests, and the use of cores. Immutable. */
public final class SimulationResult extends TraceResult {
  private final long endNanos;
  private final Usage usage;
  private final int unfinished;

  SimulationResult(
      long[] latencyNanos, long[] waitNanos, long endNanos, Usage usage, int unfinished) {
    super(latencyNanos, waitNanos);
    this.endNanos = endNanos;
    this.usage = usage;
    this.unfinished = unfinished;
  }

  /**
   * Returns the result without the first requests, which met an empty service. Figures of cores and
   * threads remain those of the whole run.
   *
   * @param count number of requests, 0 to less than {@link #requests}
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

  /** Returns true if the run was given up; see {@link Simulation#mostRunning}. */
  public boolean isGivenUp() {
    return unfinished > 0;
  }

  /**
   * Returns the number of unfinished requests when the run was given up, else 0. The latency of
   * such a request counts up to that time. Requests that had not arrived are left out.
   */
  public int unfinished() {
    return unfinished;
  }

  /** Returns the end of the last request, in nanoseconds since time 0. */
  public long endNanos() {
    return endNanos;
  }

  /**
   * Returns the completed requests per second, from 0 to the end. In a {@link ClosedLoop} with
   * enough clients this is the capacity of the service.
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
   * Returns the share of computing time spent on chunks of ended requests; see {@link
   * Costs#speculation}.
   */
  public double wastedShare() {
    return usage.wastedNanos / usage.coreNanos;
  }

  /** Returns the mean number of threads of a running request, by time. */
  public double meanDegree() {
    return usage.servingNanos / usage.requestNanos;
  }

  /** Returns the mean number of threads in use, from 0 to the end. */
  public double meanThreads() {
    return usage.threadNanos / endNanos;
  }

  /** Use of time in a run, summed over its events. */
  static final class Usage {
    /** Computing cores times nanoseconds. */
    double coreNanos;

    /** Part of {@link #coreNanos} spent on chunks of ended requests. */
    double wastedNanos;

    /** Threads in use times nanoseconds; {@link #servingNanos} counts those of running requests. */
    double threadNanos;

    double servingNanos;

    /** Running requests times nanoseconds. */
    double requestNanos;

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
