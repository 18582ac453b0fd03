package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The same degree for every request from its start: FIX-N of the papers. Requests start when they
 * arrive and share the cores, as in the Few-to-Many paper (section 5). In a simulation all threads
 * share the cores ideally. In an engine, requests take turns ({@link org.curtail.Preemption#TURN})
 * on one thread for each core. So a request has several threads only while there are at most as
 * many requests as cores.
 *
 * @param degree degree, at least 1
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

  @Override
  public String kind() {
    return "fixed-" + degree;
  }

  @Override
  public String description() {
    return degree == 1 ? "one thread a request" : "%d threads a request".formatted(degree);
  }
}
