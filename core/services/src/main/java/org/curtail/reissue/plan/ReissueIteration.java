package org.curtail.reissue.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.curtail.reissue.times.Wording;

/**
 * Load feedback for one budget, as in the SingleR paper (SPAA'17, section on load-dependent
 * queueing delays): plans again from the times of each observation.
 *
 * <ul>
 *   <li>The first run is without copies; its times give the first policy.
 *   <li>Each step changes the delay from d to d + lambda (d* - d), where d* is the best delay for
 *       the last observed times. The probability spends the budget for these times.
 *   <li>The search ends when the predicted and the observed tail agree within 5 %, and the copies
 *       exceed the budget by at most 10 % of it. The search also ends after 10 policies. The search
 *       accepts the policy with the least <em>observed</em> tail within the budget.
 *   <li>The search refuses if queues grow without end. The search refuses if the tail grows twice
 *       in a row and exceeds the tail without copies. The search also refuses if no observed policy
 *       was better than no copies.
 * </ul>
 *
 * <p>Immutable.
 */
final class ReissueIteration implements LoadFeedback {
  /** Greatest accepted error of a prediction, relative to the observation. */
  static final double AGREEMENT = 0.05;

  /** Tolerated excess of copies, relative to the budget, as observations are samples. */
  private static final double OVERSPENT = 0.1;

  private static final int MOST_POLICIES = 10;
  private static final double USUAL_DAMPING = 0.3;

  private final ReissueGoal goal;
  private final double damping;

  /** True if all policies send a copy with probability 1. */
  private final boolean always;

  private final List<ReissueTrial> trials;
  private final FeedbackStep step;

  /** Predicted tail of the policy to run; NaN if there is no prediction. */
  private final double predictedMillis;

  private ReissueIteration(
      ReissueGoal goal,
      double damping,
      boolean always,
      List<ReissueTrial> trials,
      FeedbackStep step,
      double predictedMillis) {
    this.goal = goal;
    this.damping = damping;
    this.always = always;
    this.trials = List.copyOf(trials);
    this.step = step;
    this.predictedMillis = predictedMillis;
  }

  /** Begins a search with a lambda of 0.3. */
  static ReissueIteration of(ReissueGoal goal) {
    return of(goal, USUAL_DAMPING);
  }

  /**
   * Begins a search.
   *
   * @param damping lambda: change of the delay as a share of the difference to the best delay; more
   *     than 0, at most 1, usually 0.2 to 0.5
   */
  static ReissueIteration of(ReissueGoal goal, double damping) {
    if (!(damping > 0 && damping <= 1)) {
      throw new IllegalArgumentException("damping must be above 0 and at most 1: " + damping);
    }
    return begun(goal, damping, false);
  }

  /** Begins a search as described by {@link LoadFeedback#iterateSingleD}, with a lambda of 0.3. */
  static ReissueIteration singleD(ReissueGoal goal) {
    return begun(goal, USUAL_DAMPING, true);
  }

  private static ReissueIteration begun(ReissueGoal goal, double damping, boolean always) {
    var first = new FeedbackStep.Run(0, ReissuePolicy.NONE);
    return new ReissueIteration(goal, damping, always, List.of(), first, Double.NaN);
  }

  @Override
  public FeedbackStep step() {
    return step;
  }

  @Override
  public List<ReissueTrial> trials() {
    return trials;
  }

  @Override
  public ReissueIteration observe(ReissueObservation seen) {
    if (!(step instanceof FeedbackStep.Run run)) {
      throw new IllegalStateException("there is a verdict already: " + step);
    }
    double expected = Double.isNaN(predictedMillis) ? seen.tailMillis() : predictedMillis;
    var all = new ArrayList<>(trials);
    all.add(
        new ReissueTrial(
            run.budget(), run.policy(), expected, seen.tailMillis(), seen.reissueFraction()));
    return all.size() == 1 ? afterFirst(all, seen) : afterPolicy(all, seen);
  }

  private ReissueIteration afterFirst(List<ReissueTrial> all, ReissueObservation seen) {
    ReissueTrial without = all.getFirst();
    if (without.observedMillis() == Double.POSITIVE_INFINITY) {
      return refused(all, "Even without reissue the load is too much: requests queue without end.");
    }
    ReissuePlan plan = best(seen.times());
    if (!(plan.predictedMillis() < plan.withoutMillis())) {
      return refused(
          all,
          "For these times no reissue within a budget of %s lowers the %s of %s."
              .formatted(
                  Wording.percent(goal.budget()),
                  Wording.percentile(goal.percentile()),
                  Wording.millis(plan.withoutMillis())));
    }
    return run(all, plan.policy().reissues().getFirst(), plan.predictedMillis());
  }

  private ReissueIteration afterPolicy(List<ReissueTrial> all, ReissueObservation seen) {
    ReissueTrial last = all.getLast();
    Optional<String> divergence = divergence(all);
    if (divergence.isPresent()) {
      return refused(all, divergence.get());
    }
    double off = Math.abs(last.predictedMillis() - last.observedMillis());
    // A policy with too many copies is not the planned policy, even if the tails agree.
    if (off <= AGREEMENT * last.observedMillis() && isWithinBudget(last)) {
      return verdict(
          all,
          "Prediction and observation agree within %s after %s."
              .formatted(Wording.percent(AGREEMENT), policies(all)));
    }
    if (all.size() > MOST_POLICIES) {
      return verdict(
          all,
          "After %s prediction and observation still differ: %s and %s."
              .formatted(
                  policies(all),
                  Wording.millis(last.predictedMillis()),
                  Wording.millis(last.observedMillis())));
    }
    Reissue next = moved(last.policy().reissues().getFirst().delayMillis(), seen.times());
    double predicted =
        ReissueForecast.of(seen.times(), new ReissuePolicy(List.of(next)))
            .percentileMillis(goal.percentile());
    return run(all, next, predicted);
  }

  private ReissuePlan best(AttemptTimes times) {
    return always ? ReissuePlanner.singleD(times, goal) : ReissuePlanner.singleR(times, goal);
  }

  /**
   * Returns the next policy: a damped step to the best delay, with as many copies as the budget
   * allows.
   */
  private Reissue moved(double delayMillis, AttemptTimes times) {
    ReissuePolicy best = best(times).policy();
    double target =
        best.reissues().isEmpty() ? delayMillis : best.reissues().getFirst().delayMillis();
    double delay = delayMillis + damping * (target - delayMillis);
    if (always) {
      return new Reissue(Math.max(delay, target), 1);
    }
    double late = times.weightAfter(delay) / times.firstWeight();
    return new Reissue(delay, late > goal.budget() ? goal.budget() / late : 1);
  }

  private static String policies(List<ReissueTrial> all) {
    int policies = all.size() - 1;
    return policies == 1 ? "1 policy" : policies + " policies";
  }

  /** Returns the reason to refuse if tails diverge; empty if they do not. */
  private Optional<String> divergence(List<ReissueTrial> all) {
    ReissueTrial without = all.getFirst();
    ReissueTrial last = all.getLast();
    String load =
        " Copies were sent for %s of the requests, and their load made first attempts slower."
            .formatted(Wording.percent(last.observedFraction()));
    if (last.observedMillis() == Double.POSITIVE_INFINITY) {
      return Optional.of(
          "With reissue the load is too much: requests queue without end; %s was %s without reissue."
                  .formatted(
                      Wording.percentile(goal.percentile()),
                      Wording.millis(without.observedMillis()))
              + load);
    }
    int size = all.size();
    if (size >= 4
        && grows(all.get(size - 3), all.get(size - 2))
        && grows(all.get(size - 2), last)
        && last.observedMillis() > without.observedMillis() * (1 + AGREEMENT)) {
      return Optional.of(
          "Each policy was worse than the one before: %s is %s, after %s and %s, and was %s without reissue."
                  .formatted(
                      Wording.percentile(goal.percentile()),
                      Wording.millis(last.observedMillis()),
                      Wording.millis(all.get(size - 3).observedMillis()),
                      Wording.millis(all.get(size - 2).observedMillis()),
                      Wording.millis(without.observedMillis()))
              + load);
    }
    return Optional.empty();
  }

  private static boolean grows(ReissueTrial earlier, ReissueTrial later) {
    return later.observedMillis() > earlier.observedMillis() * (1 + AGREEMENT);
  }

  private ReissueIteration run(List<ReissueTrial> all, Reissue reissue, double predictedMillis) {
    var policy = new ReissuePolicy(List.of(reissue));
    return new ReissueIteration(
        goal, damping, always, all, new FeedbackStep.Run(goal.budget(), policy), predictedMillis);
  }

  private boolean isWithinBudget(ReissueTrial trial) {
    return trial.observedFraction() <= goal.budget() * (1 + OVERSPENT);
  }

  /** Accepts the best observed policy, if it is better than no copies. */
  private ReissueIteration verdict(List<ReissueTrial> all, String reason) {
    ReissueTrial without = all.getFirst();
    List<ReissueTrial> within = all.stream().skip(1).filter(this::isWithinBudget).toList();
    if (within.isEmpty()) {
      return refused(
          all,
          reason
              + " But every policy sent more copies than the budget of %s, at last %s: the load of copies makes more requests late than planned."
                  .formatted(
                      Wording.percent(goal.budget()),
                      Wording.percent(all.getLast().observedFraction())));
    }
    ReissueTrial best =
        within.stream().min(Comparator.comparingDouble(ReissueTrial::observedMillis)).orElseThrow();
    if (best.observedMillis() >= without.observedMillis()) {
      return refused(
          all,
          reason
              + " But no policy was better than no reissue: %s is %s at best, and %s without reissue."
                  .formatted(
                      Wording.percentile(goal.percentile()),
                      Wording.millis(best.observedMillis()),
                      Wording.millis(without.observedMillis())));
    }
    return new ReissueIteration(
        goal,
        damping,
        always,
        all,
        new FeedbackStep.Accepted(
            best,
            reason
                + " The best observed policy is kept: %s of %s, and %s without reissue."
                    .formatted(
                        Wording.percentile(goal.percentile()),
                        Wording.millis(best.observedMillis()),
                        Wording.millis(without.observedMillis()))),
        Double.NaN);
  }

  private ReissueIteration refused(List<ReissueTrial> all, String reason) {
    return new ReissueIteration(
        goal, damping, always, all, new FeedbackStep.Refused(all.getFirst(), reason), Double.NaN);
  }
}
