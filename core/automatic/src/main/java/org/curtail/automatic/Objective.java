package org.curtail.automatic;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.curtail.automatic.Figures.Figure;

/**
 * What is good at a level, by a goal and by what is known so far. All answers that let a candidate
 * serve ask for an interval, not for an estimate alone: what is not sure does not serve.
 */
final class Objective {
  /** Mean and 95th percentile may be so many times those of the safe candidate at most. */
  static final double MOST_HARM = 1.03;

  /**
   * Better is what is below this at the upper end of its interval: less may be lost again to what a
   * simulation does not know of the machine, such as what it costs to wake a thread.
   */
  private static final double LEAST_GAIN = 0.95;

  /** So little is not worth another policy. */
  private static final double NOTHING = 1.02;

  /** What looks as much worse, but may be chance, is as good too. */
  private static final double CHANCE = 1.05;

  private static final int SAFE = 0;

  /** More than any logarithm of a latency: who keeps a target comes before all who do not. */
  private static final double KEEPS_TARGET = 1000;

  /** How much of what a candidate harms counts against it while candidates are given up. */
  private static final double HARM_WEIGHT = 2;

  private final Outcomes outcomes;
  private final double logTargetMs;

  Objective(Outcomes outcomes, Goal goal) {
    this.outcomes = outcomes;
    logTargetMs = StrictMath.log(goal.targetMs());
  }

  private boolean hasTarget() {
    return !Double.isInfinite(logTargetMs);
  }

  /** Who goes on while others are given up: the lower the better; by estimates. */
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

  /** Whether it is shown that mean and 95th percentile are hardly above the safe candidate's. */
  boolean isHarmless(int level, int candidate) {
    return candidate == SAFE
        || (isBelow(MOST_HARM, Figure.MEAN, level, candidate)
            && isBelow(MOST_HARM, Figure.P95, level, candidate));
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

  /** Who may be chosen at a level, if it is good enough. */
  private List<Integer> pool(int level) {
    List<Integer> harmless = harmless(level);
    List<Integer> keepers =
        harmless.stream().filter(candidate -> keepsTarget(level, candidate)).toList();
    return keepers.isEmpty() ? harmless : keepers;
  }

  /** What is to be low at a level. */
  private Figure figure(int level) {
    return harmless(level).stream().anyMatch(candidate -> keepsTarget(level, candidate))
        ? Figure.MEAN
        : Figure.TAIL;
  }

  /**
   * Whether a candidate does no harm at a level and is clearly better than the safe one: in what is
   * to be low, or in mean and 95th percentile and probably in that too.
   */
  boolean isBetter(int level, int candidate) {
    return isShownBetter(level, candidate)
        || (pool(level).contains(candidate) && isBetterInMeanAnd95th(level, candidate));
  }

  /** The same in what is to be low, by its interval. */
  private boolean isShownBetter(int level, int candidate) {
    List<Integer> pool = pool(level);
    return candidate != SAFE
        && pool.contains(candidate)
        && (!pool.contains(SAFE) || isBelow(LEAST_GAIN, figure(level), level, candidate));
  }

  /**
   * Whether mean and 95th percentile are clearly better, and what is to be low is better by
   * estimate and shown to be hardly worse. Where the cores are nearly full, a far percentile of a
   * heavy-tailed demand takes very many requests to show anything by itself.
   */
  private boolean isBetterInMeanAnd95th(int level, int candidate) {
    return isBelow(LEAST_GAIN, Figure.MEAN, level, candidate)
        && isBelow(LEAST_GAIN, Figure.P95, level, candidate)
        && isBelow(MOST_HARM, figure(level), level, candidate)
        && outcomes.ratio(figure(level), level, candidate).mean() <= StrictMath.log(LEAST_GAIN);
  }

  /** Whether more requests would hardly tell anything else about {@link #isBetter}. */
  boolean isClear(int level, int candidate) {
    return candidate == SAFE
        || isShownBetter(level, candidate)
        || isAbove(MOST_HARM, Figure.MEAN, level, candidate)
        || isAbove(MOST_HARM, Figure.P95, level, candidate)
        || isAbove(LEAST_GAIN, figure(level), level, candidate);
  }

  private boolean isAbove(double limit, Figure figure, int level, int candidate) {
    return outcomes.ratio(figure, level, candidate).low() > StrictMath.log(limit);
  }

  /** The best of those that are clearly better; empty if none is. */
  OptionalInt best(int level) {
    Figure figure = figure(level);
    int best = SAFE;
    for (int candidate = 0; candidate < outcomes.candidates(); candidate++) {
      if (isBetter(level, candidate)
          && (best == SAFE || outcomes.ratio(figure, level, candidate, best).mean() < 0)) {
        best = candidate;
      }
    }
    return best == SAFE ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /**
   * Whether a candidate may serve at a level: it is the best or as good as the best; where nothing
   * is clearly better than the safe candidate, any that is in no figure worse and probably better
   * may, so that a map need not have an entry more. Who is as good as the safe one may not: on a
   * machine it costs more than in a simulation.
   */
  boolean mayServe(int level, int candidate) {
    OptionalInt best = best(level);
    if (best.isEmpty()) {
      return candidate == SAFE
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

  /** By estimates, in what is to be low or in the mean. */
  private boolean isProbablyBetter(int level, int candidate) {
    double log =
        Math.min(
            outcomes.ratio(figure(level), level, candidate).mean(),
            outcomes.ratio(Figure.MEAN, level, candidate).mean());
    return log <= StrictMath.log(LEAST_GAIN);
  }
}
