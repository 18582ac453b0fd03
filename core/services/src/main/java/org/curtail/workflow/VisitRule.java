package org.curtail.workflow;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * What visits of a stage do, be they late or not.
 *
 * @param delayMillis after which calls are sent again; infinite if they are not
 * @param probability with which they are
 * @param threads degree of calls
 * @param speedup of calls: times are divided by it
 */
record VisitRule(double delayMillis, double probability, int threads, double speedup) {
  /** What visits do that do not begin late. */
  static VisitRule usual(StagePlan plan) {
    return of(plan.policy(), 1, 1);
  }

  /** What visits do that begin late. */
  static VisitRule late(StagePlan plan, CatchUp catchUp) {
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

  /** Since the beginning of a request; what begins then or later is late. */
  static double lateFromMillis(CatchUp catchUp) {
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
