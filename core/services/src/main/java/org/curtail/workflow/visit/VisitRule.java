package org.curtail.workflow.visit;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StagePlan;
import org.jspecify.annotations.Nullable;

/**
 * The rule for copies and threads of a stage's visits: for visits on time, or for late visits.
 *
 * @param delayMillis delay of copies; infinite without copies
 * @param probability probability of copies
 * @param threads degree of calls
 * @param speedup divisor of the times of calls
 */
public record VisitRule(double delayMillis, double probability, int threads, double speedup) {
  /** Returns the rule of visits on time. */
  public static VisitRule usual(StagePlan plan) {
    return of(plan.policy(), 1, 1);
  }

  /** Returns the rule of late visits. */
  public static VisitRule late(StagePlan plan, CatchUp catchUp) {
    return switch (catchUp) {
      case CatchUp.None none -> usual(plan);
      case CatchUp.Priority priority -> usual(plan);
      case CatchUp.Threads more -> of(plan.policy(), more.degree(), more.speedup());
      case CatchUp.GlobalReissue global -> {
        @Nullable ReissuePolicy other = global.policies().get(plan.stage());
        yield of(other == null ? plan.policy() : other, 1, 1);
      }
    };
  }

  /** Returns the time since the beginning of a request after which visits are late. */
  public static double lateFromMillis(CatchUp catchUp) {
    return switch (catchUp) {
      case CatchUp.None none -> Double.POSITIVE_INFINITY;
      case CatchUp.Priority priority -> priority.afterMillis();
      case CatchUp.Threads more -> more.afterMillis();
      case CatchUp.GlobalReissue global -> global.afterMillis();
    };
  }

  private static VisitRule of(ReissuePolicy policy, int threads, double speedup) {
    Reissue reissue =
        policy.reissues().isEmpty() ? new Reissue(0, 0) : policy.reissues().getFirst();
    return reissue.probability() == 0
        ? new VisitRule(Double.POSITIVE_INFINITY, 0, threads, speedup)
        : new VisitRule(reissue.delayMillis(), reissue.probability(), threads, speedup);
  }
}
