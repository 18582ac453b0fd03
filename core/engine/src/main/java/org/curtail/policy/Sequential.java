package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * One thread for every request. This policy is the baseline SEQ of the papers, and the way of
 * services with one thread for each request. Requests start when they arrive and share the cores.
 * In a simulation the sharing is ideal; in an engine requests take turns ({@link
 * org.curtail.Preemption#TURN}) on one thread for each core.
 */
public record Sequential() implements Policy {
  private static final Decision ONE = Decision.keep(1);

  @Override
  public Decision decide(Progress running, Load load) {
    return ONE;
  }

  @Override
  public int maxDegree() {
    return 1;
  }

  @Override
  public int threads(int cores) {
    return UNLIMITED;
  }

  @Override
  public String description() {
    return "one thread a request";
  }
}
