package org.curtail.workflow.partial;

import java.util.List;
import java.util.TreeSet;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.visit.Moments;

/**
 * Chooses rules that stop waiting and lose at most a share of the needed answers, on {@link
 * Visits}. The rules are Kwiken's rule of three parameters and its alternatives in Kwiken, Figure
 * 12b. Each rule loses as much as the visits allow.
 */
public final class PartialAnswers {
  private static final int FRACTIONS = 40;
  private static final int HALVINGS = 16;

  private PartialAnswers() {}

  /**
   * Returns the T_c, T_d and p of least variance (section 4.2.1).
   *
   * @param loss greatest share of needed answers that may be lost: at least 0, below 1
   */
  public static PartialAnswer leastVariance(Visits visits, double loss) {
    requireLoss(loss);
    return new PartialSearch(visits, loss).best(loss).answer();
  }

  /**
   * Returns the T_c, T_d and p of the least percentile of the stage's own latency. Use it for a
   * stage that determines the tail by itself; over the stages of a workflow, variances add up. The
   * measure is the mean about the percentile, over half of the values beyond it, so that a single
   * visit hardly changes the result.
   *
   * @param percentile above 0, below 100
   * @param loss greatest share of needed answers that may be lost: at least 0, below 1
   */
  public static PartialAnswer leastPercentile(Visits visits, double percentile, double loss) {
    requireLoss(loss);
    WorkflowGoal.reissue(percentile, 0);
    return new PartialSearch(visits, loss, millis -> Moments.about(percentile, millis))
        .best(loss)
        .answer();
  }

  /** Returns a rule that stops once the share of missing answers is at most the loss. */
  public static PartialAnswer waitForFraction(Visits visits, double loss) {
    requireLoss(loss);
    int missing = (int) Math.floor(loss * visits.needed() + 1e-9);
    return missing == 0
        ? PartialAnswer.NONE
        : PartialAnswer.waitForFraction((double) (visits.needed() - missing) / visits.needed());
  }

  /** Returns the least fixed time-out within the loss. */
  public static PartialAnswer fixedTimeOut(Visits visits, double loss) {
    requireLoss(loss);
    long lost = visits.answersLost(loss);
    return lost == 0
        ? PartialAnswer.NONE
        : PartialAnswer.fixedTimeOut(
            Math.max(
                spared(LateAnswers.latest(visits.rows(), 0, lost + 1), lost), Double.MIN_VALUE));
  }

  /** Returns the rule of least variance within the loss that stops after a time and a fraction. */
  public static StopRule timeThenFraction(Visits visits, double loss) {
    requireLoss(loss);
    int needed = visits.needed();
    long lost = visits.answersLost(loss);
    var awaited = new TreeSet<Integer>();
    for (int i = 1; i <= FRACTIONS; i++) {
      awaited.add(Math.ceilDiv(needed * i, FRACTIONS));
    }
    awaited.add((int) Math.max(1, needed - lost / visits.size()));
    TimeThenFraction best = new TimeThenFraction(Double.POSITIVE_INFINITY, 1);
    double least = visits.under(best).varianceMillisSquared();
    for (int first : awaited) {
      var answers = LateAnswers.latest(visits.rows(), first, lost + 1);
      var rule = new TimeThenFraction(spared(answers, lost), (double) first / needed);
      double variance = visits.under(rule).varianceMillisSquared();
      if (variance < least) {
        least = variance;
        best = rule;
      }
    }
    return best;
  }

  /** Returns the time of the latest answer that must not be lost; 0 if all answers may be lost. */
  private static double spared(List<LateAnswers.Answer> latest, long lost) {
    return lost < latest.size() ? latest.get((int) lost).millis() : 0;
  }

  /**
   * Returns Cedar's rule with the least deadline within the loss.
   *
   * @param upstream times from the end of the stage to the end of the request
   * @param loss greatest share of needed answers that may be lost: at least 0, below 1
   */
  public static StopRule cedar(Visits visits, StageTimes upstream, double loss) {
    requireLoss(loss);
    double low = 0;
    double high = latestMillis(visits);
    // The steps of Cedar's rule grow with the deadline, so a large deadline loses no answer.
    while (visits.under(Cedar.of(high, upstream)).loss() > loss) {
      low = high;
      high *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = low + (high - low) / 2;
      if (visits.under(Cedar.of(middle, upstream)).loss() > loss) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Cedar.of(high, upstream);
  }

  private static double latestMillis(Visits visits) {
    double latest = Double.MIN_NORMAL;
    for (double[] ascending : visits.rows()) {
      latest = Math.max(latest, ascending[ascending.length - 1]);
    }
    return latest;
  }

  static void requireLoss(double loss) {
    if (!(loss >= 0 && loss < 1)) {
      throw new IllegalArgumentException("loss must be from 0 to 1, exclusive: " + loss);
    }
  }

  /**
   * A rule that stops after a time and after a share of the needed answers, whichever is later: an
   * alternative in Kwiken, Figure 12b.
   *
   * @param afterMillis time since the visit began: at least 0, may be infinite
   * @param fraction share of the needed answers: above 0, at most 1; rounded up to whole answers
   */
  record TimeThenFraction(double afterMillis, double fraction) implements StopRule {
    TimeThenFraction {
      if (!(afterMillis >= 0)) {
        throw new IllegalArgumentException("afterMillis must be at least 0: " + afterMillis);
      }
      if (!(fraction > 0 && fraction <= 1)) {
        throw new IllegalArgumentException("fraction must be above 0 and at most 1: " + fraction);
      }
    }

    @Override
    public double endMillis(double[] ascendingMillis) {
      int needed = ascendingMillis.length;
      double progressed = ascendingMillis[StopRule.awaited(fraction, needed) - 1];
      return Math.min(ascendingMillis[needed - 1], Math.max(afterMillis, progressed));
    }
  }
}
