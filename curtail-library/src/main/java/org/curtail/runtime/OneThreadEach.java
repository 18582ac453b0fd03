package org.curtail.runtime;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The policy of an engine with classes of speed: each request has one thread, and starts in order
 * of arrival.
 *
 * @param cores of all classes together
 */
record OneThreadEach(int cores) implements Policy {
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
  public int threads(int ofCores) {
    return cores;
  }

  @Override
  public String toString() {
    return "one thread each";
  }
}
