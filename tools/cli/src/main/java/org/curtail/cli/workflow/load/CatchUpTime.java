package org.curtail.cli.workflow.load;

import java.util.Arrays;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowLoadResult.CatchUpUse;
import org.curtail.workflow.load.WorkflowTraffic;

/**
 * The time after which requests catch up, T_z, for a budget of costs. The paper (Kwiken, section
 * 4.3) estimates T_z from the budget, but does not say how. Here bisection finds the least T_z
 * within the budget: with an earlier T_z, more requests catch up, and the cost is higher. The cost
 * comes from a simulation, not from a prediction.
 *
 * @param afterMillis T_z
 * @param use use of catch-up; its cost is within the budget
 */
public record CatchUpTime(double afterMillis, CatchUpUse use) {
  /** A kind of help for late requests, without its time. */
  @FunctionalInterface
  public interface Kind {
    /** Returns the help after a time, in milliseconds. */
    CatchUp after(double afterMillis);
  }

  /** Number of bisections: to a 4096th of the longest latency. */
  private static final int HALVINGS = 12;

  /**
   * Finds T_z in a simulation.
   *
   * @param budget limit of the cost, as a share of the cost of all first visits: at least 0
   * @param kind kind of help for late requests
   * @param load servers and rate
   * @param plan plan whose catch-up is replaced
   */
  public static CatchUpTime within(
      double budget, Kind kind, WorkflowLoad load, WorkflowPlan plan, WorkflowTraffic traffic) {
    if (!(budget >= 0)) {
      throw new IllegalArgumentException("budget must be at least 0: " + budget);
    }
    var search = new Search(kind, load.catchingUpWithin(Double.POSITIVE_INFINITY), plan, traffic);
    CatchUpTime early = search.at(0);
    if (early.use.cost() <= budget) {
      return early;
    }
    WorkflowLoadResult without = search.run(CatchUp.NONE);
    double low = 0;
    double high = Math.nextUp(Arrays.stream(without.latenciesMillis()).max().orElseThrow());
    // No request is late then.
    var best = new CatchUpTime(high, CatchUpUse.NONE);
    for (int i = 0; i < HALVINGS; i++) {
      double middle = low + (high - low) / 2;
      CatchUpTime tried = search.at(middle);
      if (tried.use.cost() <= budget) {
        best = tried;
        high = middle;
      } else {
        low = middle;
      }
    }
    return best;
  }

  private record Search(Kind kind, WorkflowLoad load, WorkflowPlan plan, WorkflowTraffic traffic) {
    CatchUpTime at(double afterMillis) {
      return new CatchUpTime(afterMillis, run(kind.after(afterMillis)).catchUp());
    }

    WorkflowLoadResult run(CatchUp catchUp) {
      return load.run(
          new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), catchUp), traffic);
    }
  }
}
