package org.curtail.papers.grid;

import java.util.List;
import org.curtail.Profile;
import org.curtail.sim.SyntheticDemand;

/**
 * A demand of requests, and the gain of further threads.
 *
 * @param name name of the demand
 * @param families the same demand with other speedups; at least one. Request by request, the times
 *     with one thread are the same in all of them
 */
public record GridDemand(String name, List<Family> families) {
  private static final int PROFILED = 10_000;

  /**
   * One kind of speedups.
   *
   * @param speedups its name
   */
  public record Family(String speedups, Profile profile) {}

  public GridDemand {
    families = List.copyOf(families);
  }

  /**
   * A demand by formula.
   *
   * @param speedups which of the families
   */
  public static GridDemand synthetic(SyntheticDemand demand, List<Speedups> speedups) {
    return new GridDemand(
        demand.toString(),
        speedups.stream()
            .map(kind -> new Family(kind.toString(), kind.of(demand, PROFILED)))
            .toList());
  }

  /** A demand that was measured, with the speedups that it has. */
  public static GridDemand measured(String name, Profile profile) {
    return new GridDemand(name, List.of(new Family("measured", profile)));
  }
}
