package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The same degree for every request from its start: FIX-N of the papers. Two threads per core, as
 * Adaptive parallelism admits them (EuroSys'13, section 5), so that the two differ only in the
 * degree they choose.
 *
 * @param degree at least 1
 */
public record FixedDegree(int degree) implements Policy {
  public FixedDegree {
    if (degree < 1) {
      throw new IllegalArgumentException("degree must be at least 1: " + degree);
    }
  }

  @Override
  public Decision decide(Progress running, Load load) {
    return Decision.keep(degree);
  }

  @Override
  public int maxDegree() {
    return degree;
  }

  @Override
  public int threads(int cores) {
    return Math.max(2 * cores, degree);
  }
}
