package org.curtail.benchkit.policyruns;

import org.curtail.sim.Simulation;

/** When a simulated service has so many requests at once that its run is given up. */
public final class Collapse {
  private static final int MOST_RUNNING = 10_000;

  private static final int MOST_RUNNING_PER_CORE = 100;

  private Collapse() {}

  /** The same service, given up when it has collapsed. */
  public static Simulation endsRunsOf(Simulation service) {
    return service.givingUpBeyond(MOST_RUNNING + MOST_RUNNING_PER_CORE * service.machine().cores());
  }
}
