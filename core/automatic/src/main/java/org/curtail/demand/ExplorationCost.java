package org.curtail.demand;

import org.curtail.runtime.Phase;
import org.curtail.runtime.Timeline;

/**
 * Counts what an {@link Exploration} costs: how many requests explored, and the thread time that
 * they took beyond what their work takes at the degrees that the policy itself asks for. Not
 * thread-safe.
 */
public final class ExplorationCost {
  private final int ownDegree;
  private long requests;
  private long explorers;
  private double threadNanos;
  private double lostNanos;

  /**
   * Counts from nothing.
   *
   * @param ownDegree greatest degree that the policy itself asks for, at least 1
   */
  public ExplorationCost(int ownDegree) {
    if (ownDegree < 1) {
      throw new IllegalArgumentException("ownDegree must be at least 1: " + ownDegree);
    }
    this.ownDegree = ownDegree;
  }

  /**
   * A request has ended.
   *
   * @param speedups what is thought of the speedups by now
   */
  public void ended(Timeline request, SpeedupModel speedups) {
    requests++;
    threadNanos += request.threadNanos();
    if (request.peakDegree() <= ownDegree) {
      return;
    }
    explorers++;
    double demandNanos = speedups.demandNanos(request);
    double ownCost = ownDegree / speedups.speedup(ownDegree, demandNanos);
    for (Phase phase : request.path()) {
      if (phase.degree() > ownDegree) {
        double work = phase.nanos() * speedups.speedup(phase.degree(), demandNanos);
        lostNanos += Math.max((double) phase.degree() * phase.nanos() - work * ownCost, 0);
      }
    }
  }

  /** Requests that have ended. */
  public long requests() {
    return requests;
  }

  /** How many of them had a degree beyond the policy's. */
  public long explorers() {
    return explorers;
  }

  /** Thread time that exploring cost, as a share of all thread time, 0 to 1; 0 if there is none. */
  public double lostShare() {
    return threadNanos > 0 ? Math.min(lostNanos / threadNanos, 1) : 0;
  }
}
