package org.curtail.policies;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.Adaptive;

/**
 * Linear scheme of the Adaptive parallelism paper (EuroSys'13, section 6.4): the degree falls
 * linearly with the length of the queue. A starting request gets max(1, n (T - K) / T) threads,
 * rounded, and keeps them.
 *
 * <p>K is the number of waiting requests without the starting one. The paper's section 5 counts the
 * starting one too. Then T = 1 would never parallelize, but the paper reports a gain at low load
 * (section 6.4). A half is rounded up; the paper does not define this.
 *
 * <p>Needs no knowledge of the demand. Admits as {@link Adaptive} does.
 *
 * @param threshold T, number of waiting requests from which requests are sequential; at least 1.
 *     The paper tries 1 to 20 and finds 5 best.
 * @param maxDegree n, at least 1; the paper's is 6
 */
record Linear(int threshold, int maxDegree) implements Policy {
  public Linear {
    if (threshold < 1) {
      throw new IllegalArgumentException("threshold must be at least 1: " + threshold);
    }
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return Adaptive.admission(load);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    return Decision.keep(running.decidedDegree() > 0 ? running.decidedDegree() : degreeAt(load));
  }

  private int degreeAt(Load load) {
    double share = (double) maxDegree * (threshold - load.waiting()) / threshold;
    return (int) Math.max(1, Math.round(share));
  }

  @Override
  public int threads(int cores) {
    return Adaptive.threads(cores, maxDegree);
  }

  @Override
  public String description() {
    return "%d threads a request while no request waits, falling to one if %d wait"
        .formatted(maxDegree, threshold);
  }
}
