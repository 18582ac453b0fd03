package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The same degree for every request from its start: FIX-N of the papers. Requests start when they
 * arrive, and the operating system shares the cores among all their threads: nothing in the
 * Few-to-Many paper (section 5) holds them back.
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
    return UNLIMITED;
  }
}
