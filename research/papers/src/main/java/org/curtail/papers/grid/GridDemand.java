package org.curtail.papers.grid;

import java.util.List;
import org.curtail.Profile;
import org.curtail.sim.SyntheticDemand;

/**
 * A demand of requests, and the gain of further threads.
 *
 * @param name name of the demand
 * @param families the demand with each kind of speedups; at least one. Each request has the same
 *     time with one thread in all of them
 */
public record GridDemand(String name, List<Family> families) {
  private static final int PROFILED = 10_000;

  /**
   * One kind of speedups.
   *
   * @param speedups name of the speedups
   */
  public record Family(String speedups, Profile profile) {}

  public GridDemand {
    families = List.copyOf(families);
  }

  /**
   * A demand by formula.
   *
   * @param speedups name of the family's speedups
   */
  public static GridDemand synthetic(SyntheticDemand demand, List<Speedups> speedups) {
    return new GridDemand(
        demand.toString(),
        speedups.stream()
            .map(kind -> new Family(kind.toString(), kind.of(demand, PROFILED)))
            .toList());
  }

  /** A measured demand with its own speedups. */
  public static GridDemand measured(String name, Profile profile) {
    return new GridDemand(name, List.of(new Family("measured", profile)));
  }
}
