package org.curtail.reissue.live;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.AttemptObservations.LearnedTimes;
import org.curtail.reissue.live.LoadRule.LoadSigns;
import org.curtail.reissue.times.Wording;

/**
 * Plans from live traffic, step by step. Each plan changes the observed times, so a step is damped:
 * the delay changes by a part of the difference to the best delay, as in {@code ReissueIteration}.
 * The probability spends the budget for the last observed times. Immutable: each step returns a new
 * object.
 *
 * <pre>{@code
 * seen.learned(now, 1000, 5000).ifPresent(learned -> learner = learner.next(learned));
 * LoadRule.Verdict verdict = LoadRule.USUAL.judge(learner.signs(seen, now));
 * }</pre>
 */
public final class ReissueLearner {
  /** Least relative fall of the tail for a plan with hedges. */
  private static final double LEAST_GAIN = 0.01;

  private static final double DAMPING = 0.3;

  private final ReissueGoal goal;
  private final ReissuePolicy policy;
  private final double plannedLateShare;
  private final String reason;

  private ReissueLearner(
      ReissueGoal goal, ReissuePolicy policy, double plannedLateShare, String reason) {
    this.goal = goal;
    this.policy = policy;
    this.plannedLateShare = plannedLateShare;
    this.reason = reason;
  }

  /** Returns a learner without observations, which sends no copies. */
  public static ReissueLearner of(ReissueGoal goal) {
    return new ReissueLearner(
        goal, ReissuePolicy.NONE, 0, "Nothing is hedged: too few attempts to plan with.");
  }

  /** Plans from new times. */
  public ReissueLearner next(LearnedTimes learned) {
    String percentile = Wording.percentile(goal.percentile());
    if (learned.unresolvedShare() > 1 - goal.percentile() / 100) {
      return new ReissueLearner(
          goal,
          policy,
          plannedLateShare,
          "The plan stays: %s of the first attempts were cancelled before they ended and took longer than all others, so %s is not known."
              .formatted(Wording.percent(learned.unresolvedShare()), percentile));
    }
    AttemptTimes times = learned.times();
    ReissuePlan best = ReissuePlanner.singleR(times, goal);
    if (!(best.predictedMillis() <= best.withoutMillis() * (1 - LEAST_GAIN))) {
      return new ReissueLearner(
          goal,
          ReissuePolicy.NONE,
          0,
          "Nothing is hedged: for %s observed calls, a budget of %s would not lower the %s of %s."
              .formatted(
                  Math.round(learned.firsts()),
                  Wording.percent(goal.budget()),
                  percentile,
                  Wording.millis(best.withoutMillis())));
    }
    double target = best.policy().reissues().getFirst().delayMillis();
    double from = policy.reissues().isEmpty() ? target : policy.reissues().getFirst().delayMillis();
    return planned(learned, best.withoutMillis(), from + DAMPING * (target - from));
  }

  private ReissueLearner planned(LearnedTimes learned, double withoutMillis, double delayMillis) {
    AttemptTimes times = learned.times();
    double late = times.weightAfter(delayMillis) / times.firstWeight();
    double probability = late > goal.budget() ? goal.budget() / late : 1;
    ReissuePolicy next = ReissuePolicy.singleR(delayMillis, probability);
    double predicted = ReissueForecast.of(times, next).percentileMillis(goal.percentile());
    return new ReissueLearner(
        goal,
        next,
        late,
        "Calls without an answer after %s are hedged with probability %s: %s falls from %s to %s, estimated from %s first attempts and %s copies%s."
            .formatted(
                Wording.millis(delayMillis),
                Wording.number(probability),
                Wording.percentile(goal.percentile()),
                Wording.millis(withoutMillis),
                Wording.millis(predicted),
                Math.round(learned.firsts()),
                Math.round(learned.seconds()),
                learned.secondsLikeFirsts()
                    ? ", with copies assumed to be like first attempts"
                    : times.isPaired()
                        ? ", " + Math.round(learned.pairs()) + " of them pairs"
                        : ""));
  }

  /** Returns the present policy. */
  public ReissuePolicy policy() {
    return policy;
  }

  /**
   * Returns the planned share of calls without an answer when their hedge is due; 0 without hedges.
   */
  public double plannedLateShare() {
    return plannedLateShare;
  }

  /** Returns the reason in plain words: one sentence. */
  public String reason() {
    return reason;
  }

  /** Returns the signs of trouble with this plan, for a {@link LoadRule}. */
  public LoadSigns signs(AttemptObservations seen, long atNanos) {
    double delay = policy.reissues().isEmpty() ? 0 : policy.reissues().getFirst().delayMillis();
    return seen.signs(atNanos, delay, plannedLateShare);
  }
}
