package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * One thread for every request, no more requests at a time than cores; the others wait in order of
 * arrival, and nobody is set aside: the queue without parallelism. {@link Sequential} has no queue,
 * its requests share the cores.
 */
public record FirstComeFirstServed() implements Policy {
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
    return cores;
  }
}
