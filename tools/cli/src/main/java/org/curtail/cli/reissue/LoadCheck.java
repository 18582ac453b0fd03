package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.curtail.reissue.plan.ReissueObservation;
import org.curtail.replicas.ServiceTimes;
import org.jspecify.annotations.Nullable;

/**
 * A plan under simulated load. The first plan is the plan from the log. If it does not hold, there
 * are new plans from observed times.
 *
 * @param setting the servers and the load
 * @param times times of requests on these servers
 * @param goal goal of the plan
 * @param without observation without copies
 * @param found the plan that holds, and the other trials
 * @param always the same for plans that always send the copy; null if the plan that holds is such a
 *     plan
 */
record LoadCheck(
    LoadSetting setting,
    ServiceTimes times,
    ReissueGoal goal,
    ReissueObservation without,
    LoadSearch.Outcome found,
    LoadSearch.@Nullable Outcome always) {

  static LoadCheck of(LoadSetting setting, ServiceTimes times, Findings findings) {
    setting.requireCarried(times);
    ReissuePlan plan = findings.plan();
    ReissueGoal goal = plan.goal();
    var runs = new LoadRuns(setting, times, goal.percentile());
    LoadSearch.Outcome found = LoadSearch.of(runs, goal, plan.policy(), findings.form().always());
    HeldPlan held = found.held();
    ReissuePlan singleD = findings.singleD();
    return new LoadCheck(
        setting,
        times,
        goal,
        runs.without(0),
        found,
        held == null || Findings.always(held.policy())
            ? null
            : LoadSearch.of(runs, goal, singleD == null ? plan.policy() : singleD.policy(), true));
  }

  /** All runs in the order of the output: first the one without copies. */
  List<ReissueTrial> trials() {
    var trials = new ArrayList<ReissueTrial>();
    trials.add(
        new ReissueTrial(0, ReissuePolicy.NONE, without.tailMillis(), without.tailMillis(), 0));
    trials.addAll(found.trials());
    return trials;
  }

  /** The plan that holds under this load; null if no tried plan does. */
  @Nullable HeldPlan held() {
    return found.held();
  }

  /**
   * The plan that holds and always sends the copy; null if there is none, or if {@link #held} is
   * such a plan.
   */
  @Nullable HeldPlan heldAlways() {
    return always == null ? null : always.held();
  }

  /** Describes the plan that holds with its gain, or the reason why no plan holds. */
  String reason() {
    HeldPlan held = held();
    if (held == null) {
      int anew = found.trials().size() - 1;
      return anew == 0
          ? "With the plan of the log %s. %s".formatted(found.problem(), found.lastProblem())
          : "With the plan of the log %s. %d plans made anew, for this budget and for less, do not hold either; with the last one %s."
              .formatted(found.problem(), anew, found.lastProblem());
    }
    String brings =
        "%s is %s in the mean of 3 runs, and %s without copies; copies are %s %% of the requests."
            .formatted(
                Numbers.percentile(goal.percentile()),
                Numbers.time(held.tailMillis()),
                Numbers.time(held.withoutMillis()),
                Numbers.significant(100 * held.fraction()));
    return held.asPlanned()
        ? "The plan holds under this load. " + brings
        : "The plan of the log does not hold under this load: %s. One planned anew does: %s. %s"
            .formatted(found.problem(), words(held), brings);
  }

  private static String words(HeldPlan held) {
    Reissue copy = held.copy();
    return copy.probability() == 1
        ? "send a copy after " + Numbers.time(copy.delayMillis())
        : "send a copy after %s with probability %s"
            .formatted(Numbers.time(copy.delayMillis()), Numbers.significant(copy.probability()));
  }

  /** A plan for systems without a probability; null if the plan has none. */
  @Nullable String alwaysWords() {
    if (always == null) {
      return null;
    }
    HeldPlan other = always.held();
    return other == null
        ? "No plan that always sends the copy holds under this load: the file has none."
        : "Without a probability: %s. %s is %s then; copies are %s %% of the requests."
            .formatted(
                words(other),
                Numbers.percentile(goal.percentile()),
                Numbers.time(other.tailMillis()),
                Numbers.significant(100 * other.fraction()));
  }
}
