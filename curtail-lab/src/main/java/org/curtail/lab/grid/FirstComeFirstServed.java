package org.curtail.lab.grid;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * One thread for every request, no more requests at a time than cores, the others wait in order of
 * arrival: the queue without parallelism. {@code sequential} has no queue, the cores share.
 */
record FirstComeFirstServed() implements Policy {
  /** Its name in a grid. */
  static final String NAME = "first-come-first-served";

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
