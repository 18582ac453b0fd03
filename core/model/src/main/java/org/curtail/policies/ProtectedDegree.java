package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;

/**
 * Fixed degree with load protection, as in production at Microsoft Bing (Few-to-Many paper, section
 * 7.2). A request that starts while fewer than 30 are in the system, itself included, gets the
 * degree. Any other request runs sequentially. A request keeps its degree.
 *
 * <p>Assumes that 30 suits the machine; the paper has 12 cores. Requests start when they arrive, as
 * with {@link FixedDegree}.
 *
 * @param degree degree, at least 1; the paper's is 3
 */
record ProtectedDegree(int degree) implements Policy {
  private static final int SEQUENTIAL_FROM_REQUESTS = 30;

  public ProtectedDegree {
    if (degree < 1) {
      throw new IllegalArgumentException("degree must be at least 1: " + degree);
    }
  }

  @Override
  public Decision decide(Progress running, Load load) {
    if (running.decidedDegree() > 0) {
      return Decision.keep(running.decidedDegree());
    }
    return Decision.keep(load.requests() < SEQUENTIAL_FROM_REQUESTS ? degree : 1);
  }

  @Override
  public int maxDegree() {
    return degree;
  }

  @Override
  public int threads(int cores) {
    return UNLIMITED;
  }

  @Override
  public String description() {
    return "%d threads a request while fewer than %d requests are in the system, else one"
        .formatted(degree, SEQUENTIAL_FROM_REQUESTS);
  }
}
