package org.curtail.benchkit.policyruns;

import org.curtail.sim.Simulation;

/** Limit of concurrent requests at which the run of a simulated service ends early. */
public final class Collapse {
  private static final int MOST_RUNNING = 10_000;

  private static final int MOST_RUNNING_PER_CORE = 100;

  private Collapse() {}

  /** Returns a service whose runs end when it collapses. */
  public static Simulation endsRunsOf(Simulation service) {
    return service.givingUpBeyond(MOST_RUNNING + MOST_RUNNING_PER_CORE * service.machine().cores());
  }
}
