package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueReport;
import org.jspecify.annotations.Nullable;

/**
 * A plan with the findings on it.
 *
 * @param form policies to choose from
 * @param report the plan, made from the whole log, with its error
 * @param singleD the best plan for the same budget that always sends a copy; null if the plan is
 *     such a plan
 * @param ifIndependent the best plan for the same budget if both attempts of a request were
 *     independent, with its error; null if their dependence is not known
 * @param budgets plans for other budgets and this one, ascending
 * @param halves the plan of each half of the log on the other; null if the halves are not known
 */
record Findings(
    PlanForm form,
    ReissueReport report,
    @Nullable ReissuePlan singleD,
    @Nullable ReissueReport ifIndependent,
    List<ReissuePlan> budgets,
    @Nullable ReissueHalves halves) {
  private static final List<Double> OTHER_BUDGETS = List.of(0.005, 0.01, 0.02, 0.05, 0.1);

  Findings {
    budgets = List.copyOf(budgets);
  }

  static Findings of(Attempts attempts, ReissueGoal goal, PlanForm form) {
    AttemptTimes times = attempts.all();
    ReissuePlan plan = form.plan(times, goal);
    return new Findings(
        form,
        ReissueReport.of(times, plan),
        always(plan.policy()) ? null : new PlanForm(true, 1).plan(times, goal),
        attempts.together() == null ? null : report(attempts.together().independent(), goal, form),
        budgets(times, goal, form, plan),
        halves(attempts.halves(), goal, form));
  }

  private static ReissueReport report(AttemptTimes times, ReissueGoal goal, PlanForm form) {
    return ReissueReport.of(times, form.plan(times, goal));
  }

  ReissuePlan plan() {
    return report.plan();
  }

  /** True if the plan lowers the tail. A plan without gain only costs. */
  boolean gains() {
    return plan().predictedMillis() < plan().withoutMillis();
  }

  /** True if at most one copy is sent, without a probability. */
  static boolean always(ReissuePolicy policy) {
    List<Reissue> copies = policy.reissues();
    return copies.isEmpty() || (copies.size() == 1 && copies.getFirst().probability() == 1);
  }

  private static List<ReissuePlan> budgets(
      AttemptTimes times, ReissueGoal goal, PlanForm form, ReissuePlan plan) {
    var budgets = new TreeSet<>(OTHER_BUDGETS);
    budgets.add(goal.budget());
    var plans = new ArrayList<ReissuePlan>();
    for (double budget : budgets) {
      plans.add(
          budget == goal.budget()
              ? plan
              : form.plan(times, new ReissueGoal(goal.percentile(), budget)));
    }
    return plans;
  }

  private static @Nullable ReissueHalves halves(
      Attempts.@Nullable Halves halves, ReissueGoal goal, PlanForm form) {
    return halves == null
        ? null
        : ReissueHalves.of(halves.earlier(), halves.later(), times -> form.plan(times, goal));
  }
}
