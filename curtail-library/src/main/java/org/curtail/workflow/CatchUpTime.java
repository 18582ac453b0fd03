package org.curtail.workflow;

/**
 * After which time requests catch up, T_z, so that it costs no more than a budget (Kwiken, section
 * 4.3: the paper estimates it, and does not say how).
 *
 * @param afterMillis T_z: the least whose cost is within the budget
 * @param use what it took
 */
public record CatchUpTime(double afterMillis, CatchUpUse use) {
  /** What to do for requests that are late, but for the time. */
  @FunctionalInterface
  public interface Kind {
    /** The same after a time. */
    CatchUp after(double afterMillis);
  }

  /**
   * Finds T_z in a simulation under load.
   *
   * @param kind what is done for late requests
   * @param plan whose catch-up is replaced
   * @param budget what catching up may cost, as a share of what all first visits cost: above 0
   */
  public static CatchUpTime within(
      double budget, Kind kind, WorkflowLoad load, WorkflowPlan plan, WorkflowTraffic traffic) {
    throw new UnsupportedOperationException("not written yet");
  }
}
