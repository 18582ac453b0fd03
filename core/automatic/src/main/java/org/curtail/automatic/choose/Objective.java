package org.curtail.automatic.choose;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.curtail.automatic.choose.Outcomes.Figures.Figure;

/**
 * Rules for good candidates at a level, from a goal and the results so far. A candidate may serve
 * by an interval, never by an estimate alone.
 */
public final class Objective {
  /** Greatest allowed ratio of mean and 95th percentile to the baseline's. */
  static final double MOST_HARM = 1.03;

  /**
   * Upper end of the interval below which a candidate is better. The margin covers costs of the
   * machine that a simulation lacks, such as that of waking a thread.
   */
  private static final double LEAST_GAIN = 0.95;

  /** Greatest difference that does not justify another policy. */
  private static final double NOTHING = 1.02;

  /** Greatest estimated difference that may be chance; below it candidates are equally good. */
  private static final double CHANCE = 1.05;

  private static final int BASELINE = 0;

  /** Penalty above any log latency, so candidates that meet the target rank first. */
  private static final double KEEPS_TARGET = 1000;

  /** Weight of harm in the rank by which candidates are dropped. */
  private static final double HARM_WEIGHT = 2;

  private final Outcomes outcomes;
  private final double logTargetMs;

  /** Greatest allowed ratio of the 95th percentile for a candidate with a clearly better mean. */
  private final double mostHarmOfDecisions;

  /** Creates rules without an own cost of decisions. */
  Objective(Outcomes outcomes, Goal goal) {
    this(outcomes, goal, 1);
  }

  /**
   * Creates rules.
   *
   * @param decisions time of a request at the demand's 95th percentile with the engine's cost of
   *     decisions, divided by its time without; at least 1. If the mean is clearly better, this
   *     cost of the request itself is no harm. Otherwise short requests of a millisecond, which
   *     become 5 % longer by it, would rule out every policy that saves long ones two thirds of
   *     their time. Waiting remains harm.
   */
  Objective(Outcomes outcomes, Goal goal, double decisions) {
    this.outcomes = outcomes;
    logTargetMs = StrictMath.log(goal.targetMs());
    mostHarmOfDecisions = MOST_HARM * decisions;
  }

  private boolean hasTarget() {
    return !Double.isInfinite(logTargetMs);
  }

  /** Returns the rank by which candidates stay or are dropped, from estimates. Lower is better. */
  double rank(int level, int candidate) {
    if (outcomes.isHopeless(level, candidate)) {
      return Double.POSITIVE_INFINITY;
    }
    double harm =
        HARM_WEIGHT
            * (excess(level, candidate, Figure.MEAN) + excess(level, candidate, Figure.P95));
    boolean keeps =
        hasTarget() && outcomes.absolute(Figure.TAIL, level, candidate).mean() <= logTargetMs;
    return keeps
        ? harm + outcomes.ratio(Figure.MEAN, level, candidate).mean() - KEEPS_TARGET
        : harm + outcomes.ratio(Figure.TAIL, level, candidate).mean();
  }

  private double excess(int level, int candidate, Figure figure) {
    return Math.max(0, outcomes.ratio(figure, level, candidate).mean());
  }

  /** Returns true if mean and 95th percentile are shown to be hardly above the baseline's. */
  boolean isHarmless(int level, int candidate) {
    return candidate == BASELINE
        || (isBelow(MOST_HARM, Figure.MEAN, level, candidate)
            && isBelow(mostOfP95(level, candidate), Figure.P95, level, candidate));
  }

  private double mostOfP95(int level, int candidate) {
    return isBelow(LEAST_GAIN, Figure.MEAN, level, candidate) ? mostHarmOfDecisions : MOST_HARM;
  }

  private boolean isBelow(double limit, Figure figure, int level, int candidate) {
    return outcomes.ratio(figure, level, candidate).high() <= StrictMath.log(limit);
  }

  private boolean keepsTarget(int level, int candidate) {
    return hasTarget() && outcomes.absolute(Figure.TAIL, level, candidate).high() <= logTargetMs;
  }

  private List<Integer> harmless(int level) {
    return IntStream.range(0, outcomes.candidates())
        .filter(candidate -> isHarmless(level, candidate))
        .boxed()
        .toList();
  }

  /** Returns the candidates that may be chosen at a level if they are good enough. */
  private List<Integer> pool(int level) {
    List<Integer> harmless = harmless(level);
    List<Integer> meetingTarget =
        harmless.stream().filter(candidate -> keepsTarget(level, candidate)).toList();
    return meetingTarget.isEmpty() ? harmless : meetingTarget;
  }

  /** Returns the figure to be minimised at a level. */
  private Figure figure(int level) {
    return harmless(level).stream().anyMatch(candidate -> keepsTarget(level, candidate))
        ? Figure.MEAN
        : Figure.TAIL;
  }

  /**
   * Returns true if a candidate is harmless at a level and clearly better than the baseline. It may
   * be better in the figure to be minimised, or in mean and 95th percentile and probably in that
   * figure too.
   */
  boolean isBetter(int level, int candidate) {
    return isShownBetter(level, candidate)
        || (pool(level).contains(candidate) && isBetterInMeanAnd95th(level, candidate));
  }

  /** Returns true if the whole interval of the figure to be minimised is better. */
  private boolean isShownBetter(int level, int candidate) {
    List<Integer> pool = pool(level);
    return candidate != BASELINE
        && pool.contains(candidate)
        && (!pool.contains(BASELINE) || isBelow(LEAST_GAIN, figure(level), level, candidate));
  }

  /**
   * Returns true if mean and 95th percentile are clearly better. The figure to be minimised must be
   * better by estimate and shown to be hardly worse. Near full load, a far percentile of a
   * heavy-tailed demand needs very many requests to show a difference.
   */
  private boolean isBetterInMeanAnd95th(int level, int candidate) {
    return isBelow(LEAST_GAIN, Figure.MEAN, level, candidate)
        && isBelow(LEAST_GAIN, Figure.P95, level, candidate)
        && isBelow(MOST_HARM, figure(level), level, candidate)
        && outcomes.ratio(figure(level), level, candidate).mean() <= StrictMath.log(LEAST_GAIN);
  }

  /** Returns true if more requests would hardly change {@link #isBetter}. */
  boolean isClear(int level, int candidate) {
    return candidate == BASELINE
        || isShownBetter(level, candidate)
        || isAbove(MOST_HARM, Figure.MEAN, level, candidate)
        || isAbove(mostHarmOfDecisions, Figure.P95, level, candidate)
        || isAbove(LEAST_GAIN, figure(level), level, candidate);
  }

  private boolean isAbove(double limit, Figure figure, int level, int candidate) {
    return outcomes.ratio(figure, level, candidate).low() > StrictMath.log(limit);
  }

  /** Returns the best of the clearly better candidates, or empty. */
  OptionalInt best(int level) {
    Figure figure = figure(level);
    int best = BASELINE;
    for (int candidate = 0; candidate < outcomes.candidates(); candidate++) {
      if (isBetter(level, candidate)
          && (best == BASELINE || outcomes.ratio(figure, level, candidate, best).mean() < 0)) {
        best = candidate;
      }
    }
    return best == BASELINE ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /**
   * Returns true if a candidate is allowed at a level: it is the best or as good as the best. If no
   * candidate is clearly better than the baseline, candidates that are not worse in any figure and
   * probably better are allowed too. This saves an entry of the map. A candidate that only equals
   * the baseline is not allowed, since it costs more on a machine than in a simulation.
   */
  boolean mayServe(int level, int candidate) {
    OptionalInt best = best(level);
    if (best.isEmpty()) {
      return candidate == BASELINE
          || (pool(level).contains(candidate)
              && isBelow(MOST_HARM, figure(level), level, candidate)
              && isProbablyBetter(level, candidate));
    }
    if (!isBetter(level, candidate)) {
      return false;
    }
    LogMean worse = outcomes.ratio(figure(level), level, candidate, best.getAsInt());
    return worse.mean() <= StrictMath.log(NOTHING)
        || (worse.low() <= 0 && worse.mean() <= StrictMath.log(CHANCE));
  }

  /** Returns true if the estimates are better in the figure to be minimised or in the mean. */
  private boolean isProbablyBetter(int level, int candidate) {
    double log =
        Math.min(
            outcomes.ratio(figure(level), level, candidate).mean(),
            outcomes.ratio(Figure.MEAN, level, candidate).mean());
    return log <= StrictMath.log(LEAST_GAIN);
  }
}
