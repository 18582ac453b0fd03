package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.curtail.reissue.plan.ReissueObservation;
import org.jspecify.annotations.Nullable;

/**
 * Searches a plan that holds under load. A plan holds if its tail is below that without copies, and
 * if its copies keep the budget. Both conditions must be true in three runs, each with other
 * requests, because the least tail of several plans may be chance. If the given plan holds, it
 * stays. Otherwise there is a new plan from the observed times, first for the same budget, then for
 * three quarters of it, and so on, until a plan holds. There are at most five new plans.
 */
final class LoadSearch {
  /** Allowed relative excess over the budget, because runs are samples. */
  private static final double OVERSPENT = 0.1;

  /** Number of runs of a plan that seems to hold, each with other requests. */
  private static final int REPEATS = 2;

  /** Factor of the budget from one trial to the next. */
  private static final double STEP = 0.75;

  private static final int MOST_BUDGETS = 6;

  private final LoadRuns runs;
  private final ReissueGoal goal;
  private final List<ReissueTrial> trials = new ArrayList<>();
  private String lastProblem = "";

  private LoadSearch(LoadRuns runs, ReissueGoal goal) {
    this.runs = runs;
    this.goal = goal;
  }

  /**
   * The result.
   *
   * @param trials trials, the given plan first. If a plan seemed to hold and did not, its trial is
   *     the run that showed this
   * @param held the plan that holds; null if none does
   * @param problem the reason why the given plan does not hold; empty if it does
   * @param lastProblem the reason of the last plan; empty if one holds
   */
  record Outcome(
      List<ReissueTrial> trials, @Nullable HeldPlan held, String problem, String lastProblem) {
    Outcome {
      trials = List.copyOf(trials);
    }
  }

  /**
   * Makes the search.
   *
   * @param given the plan made without load
   * @param always true if new plans always send the copy
   */
  static Outcome of(LoadRuns runs, ReissueGoal goal, ReissuePolicy given, boolean always) {
    return new LoadSearch(runs, goal).search(given, always);
  }

  private Outcome search(ReissuePolicy given, boolean always) {
    ReissueObservation seen = runs.with(given, 0);
    double predicted =
        ReissueForecast.of(runs.without(0).times(), given).percentileMillis(goal.percentile());
    trials.add(trial(goal.budget(), given, predicted, seen));
    HeldPlan held = judged(0);
    String problem = lastProblem;
    double budget = goal.budget();
    for (int tried = 0; held == null && tried < MOST_BUDGETS; tried++) {
      int before = trials.size();
      planAnew(new ReissueGoal(goal.percentile(), budget), always);
      if (trials.size() == before) {
        break; // Even the larger budget will probably not lower the tail.
      }
      held = best(before);
      budget *= STEP;
    }
    return new Outcome(trials, held, problem, held == null ? lastProblem : "");
  }

  private void planAnew(ReissueGoal lower, boolean always) {
    LoadFeedback feedback =
        always ? LoadFeedback.iterateSingleD(lower) : LoadFeedback.iterate(lower);
    while (feedback.step() instanceof FeedbackStep.Run run) {
      feedback = feedback.observe(runs.with(run.policy(), 0));
    }
    List<ReissueTrial> all = feedback.trials();
    trials.addAll(all.subList(1, all.size()));
    if (feedback.step() instanceof FeedbackStep.Refused refused && all.size() == 1) {
      lastProblem = refused.reason();
    }
  }

  /** Returns a trial from an index on: the one that holds with the least tail in its first run. */
  private @Nullable HeldPlan best(int from) {
    List<Integer> ascending =
        IntStream.range(from, trials.size())
            .boxed()
            .sorted(Comparator.comparingDouble(index -> trials.get(index).observedMillis()))
            .toList();
    for (int index : ascending) {
      HeldPlan held = judged(index);
      if (held != null) {
        return held;
      }
    }
    return null;
  }

  /**
   * Returns the plan of a trial if it holds. Otherwise notes the trial and the problem, and returns
   * null.
   */
  private @Nullable HeldPlan judged(int index) {
    ReissueTrial first = trials.get(index);
    double tails = 0;
    double without = 0;
    double fractions = 0;
    for (int repeat = 0; repeat <= REPEATS; repeat++) {
      ReissueTrial trial =
          repeat == 0
              ? first
              : trial(
                  first.budget(),
                  first.policy(),
                  first.predictedMillis(),
                  runs.with(first.policy(), repeat));
      tails += trial.observedMillis();
      without += runs.without(repeat).tailMillis();
      fractions += trial.observedFraction();
      int count = repeat + 1;
      double tailMillis = tails / count;
      double withoutMillis = without / count;
      Optional<String> problem = tooMuch(trial).or(() -> noGain(tailMillis, withoutMillis, count));
      if (problem.isPresent()) {
        trials.set(index, trial);
        lastProblem = problem.get();
        return null;
      }
    }
    int count = REPEATS + 1;
    return new HeldPlan(
        new ReissueGoal(goal.percentile(), first.budget()),
        first.policy(),
        index == 0,
        tails / count,
        without / count,
        fractions / count);
  }

  private static ReissueTrial trial(
      double budget, ReissuePolicy policy, double predictedMillis, ReissueObservation seen) {
    return new ReissueTrial(
        budget, policy, predictedMillis, seen.tailMillis(), seen.reissueFraction());
  }

  /** Returns the limit that a run exceeds, without regard to its gain; empty if none. */
  private Optional<String> tooMuch(ReissueTrial trial) {
    if (trial.observedMillis() == Double.POSITIVE_INFINITY) {
      return Optional.of("requests queue without end");
    }
    return trial.observedFraction() > goal.budget() * (1 + OVERSPENT)
        ? Optional.of(
            "copies are %s %% of the requests, where the budget is %s %%"
                .formatted(
                    Numbers.significant(100 * trial.observedFraction()),
                    Numbers.plain(100 * goal.budget())))
        : Optional.empty();
  }

  private Optional<String> noGain(double tailMillis, double withoutMillis, int runs) {
    return tailMillis < withoutMillis
        ? Optional.empty()
        : Optional.of(
            "%s is %s%s, and %s without copies"
                .formatted(
                    Numbers.percentile(goal.percentile()),
                    Numbers.time(tailMillis),
                    runs > 1 ? " in the mean of %d runs".formatted(runs) : "",
                    Numbers.time(withoutMillis)));
  }
}
