package org.curtail.sim;

import java.util.ArrayList;
import java.util.List;
import org.curtail.sim.SimulatedEnd.SimulatedPhase;

/** Degrees of a simulated request, recorded for a steering. */
final class SimulatedPath {
  /** Most phases; further ones are merged, as in the engine. */
  private static final int MOST_PHASES = 64;

  private final List<SimulatedPhase> phases = new ArrayList<>(2);
  private int degree;
  private long fromNanos;
  private double remaining = 1;
  private int peak;
  private int preemptions;

  // Merged phases beyond the kept ones.
  private long mergedNanos;
  private double mergedThreadNanos;
  private double mergedShare;

  /**
   * Sets the number of computing threads from now on.
   *
   * @param left remaining share of the request's work
   */
  void change(int threads, double left, long nowNanos) {
    if (threads == degree) {
      return;
    }
    double share = Math.clamp(remaining - left, 0, 1);
    if (degree > 0 && (nowNanos > fromNanos || share > 0)) {
      keep(nowNanos - fromNanos, share);
    }
    degree = threads;
    fromNanos = nowNanos;
    remaining = left;
    peak = Math.max(peak, threads);
  }

  private void keep(long nanos, double share) {
    if (phases.size() < MOST_PHASES) {
      phases.add(new SimulatedPhase(degree, nanos, share));
      return;
    }
    mergedNanos += nanos;
    mergedThreadNanos += (double) nanos * degree;
    mergedShare += share;
  }

  /** Records a preemption and the resumption after it. */
  void resume() {
    preemptions++;
  }

  int preemptions() {
    return preemptions;
  }

  /** Returns the most threads that computed at the same time, at least 1. */
  int peak() {
    return Math.max(peak, 1);
  }

  /** Returns all phases up to the end of the request. */
  List<SimulatedPhase> phases() {
    var all = new ArrayList<>(phases);
    if (mergedNanos > 0 || mergedShare > 0) {
      long meanDegree = Math.round(mergedThreadNanos / Math.max(mergedNanos, 1));
      all.add(
          new SimulatedPhase((int) Math.max(meanDegree, 1), mergedNanos, Math.min(mergedShare, 1)));
    }
    return all;
  }
}
