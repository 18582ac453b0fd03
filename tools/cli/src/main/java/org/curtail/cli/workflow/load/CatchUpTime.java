package org.curtail.cli.workflow.load;

import java.util.Arrays;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.WorkflowLoad;
import org.curtail.workflow.WorkflowLoadResult;
import org.curtail.workflow.WorkflowLoadResult.CatchUpUse;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowTraffic;

/**
 * After which time requests catch up, T_z, so that it costs no more than a budget. The paper
 * (Kwiken, section 4.3) says that T_z is estimated from the budget, and not how; here the least one
 * is searched by halving: the earlier requests catch up, the more of them do, and the more it
 * costs. What it costs is what a simulation shows, not what is predicted.
 *
 * @param afterMillis T_z
 * @param use what it took; its cost is within the budget
 */
public record CatchUpTime(double afterMillis, CatchUpUse use) {
  /** What is done for requests that are late, but for the time. */
  @FunctionalInterface
  public interface Kind {
    /** The same after a time, in milliseconds. */
    CatchUp after(double afterMillis);
  }

  /** How often the range is halved: to a 4096th of the longest latency. */
  private static final int HALVINGS = 12;

  /**
   * Finds T_z in a simulation.
   *
   * @param budget what catching up may cost, as a share of what all first visits cost: at least 0
   * @param kind what is done for late requests
   * @param load on which servers
   * @param plan whose catch-up is replaced
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
    // Nobody is late then.
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
