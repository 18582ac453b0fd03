package org.curtail.benchkit.policyruns;

import java.util.Arrays;
import org.curtail.sim.Observer;
import org.curtail.sim.SimulationResult;

/** Meter of the numbers of threads that serve each request of a run. Not thread-safe. */
final class DegreeMeter implements Observer {
  private final double[] threadNanos;
  private final double[] servedNanos;
  private final int[] peaks;

  /** Requests running since the last event, and their numbers of threads. */
  private int[] indices = new int[16];

  private int[] threads = new int[16];
  private int running;
  private long sinceNanos;

  DegreeMeter(int requests) {
    threadNanos = new double[requests];
    servedNanos = new double[requests];
    peaks = new int[requests];
  }

  @Override
  public void after(long nowNanos, State state) {
    double elapsedNanos = nowNanos - sinceNanos;
    for (int i = 0; i < running; i++) {
      threadNanos[indices[i]] += elapsedNanos * threads[i];
      servedNanos[indices[i]] += elapsedNanos;
    }
    sinceNanos = nowNanos;
    running = state.running();
    if (running > indices.length) {
      indices = new int[2 * running];
      threads = new int[2 * running];
    }
    for (int i = 0; i < running; i++) {
      indices[i] = state.index(i);
      threads[i] = state.threads(i);
      peaks[indices[i]] = Math.max(peaks[indices[i]], threads[i]);
    }
  }

  /**
   * Returns the mean number of threads of each request from start to end, without preempted time.
   */
  double[] degrees(SimulationResult outcome) {
    double[] degrees = new double[outcome.requests()];
    for (int i = 0; i < degrees.length; i++) {
      degrees[i] = servedNanos[i] > 0 ? threadNanos[i] / servedNanos[i] : Math.max(1, peaks[i]);
    }
    return degrees;
  }

  /** Returns the greatest number of threads of each request; at least 1. */
  int[] peaks() {
    return Arrays.stream(peaks).map(peak -> Math.max(1, peak)).toArray();
  }
}
