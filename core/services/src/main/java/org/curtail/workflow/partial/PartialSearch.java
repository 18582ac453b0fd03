package org.curtail.workflow.partial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.curtail.workflow.visit.Moments;
import org.curtail.workflow.visit.OrderStatistic;
import org.jspecify.annotations.Nullable;

/**
 * Searches the T_c, T_d and p of the least variance, or of the least other measure, that lose at
 * most a share of the answers (Kwiken, section 4.2.1). The allowed number of lost answers is
 * divided between T_d and T_c. T_d is the least time that loses at most its number, given p; T_c is
 * the least time that loses at most the rest. Two whole numbers therefore describe all candidates:
 * p, and the number for T_d. The search evaluates a grid, then steps around its best point. The
 * grid contains T_c alone and p alone, so the result is never worse than a fixed time-out or than
 * waiting for a fraction.
 */
final class PartialSearch {
  private static final int SPLITS = 8;
  private static final int FRACTIONS = 16;
  private static final int MOST_HALVINGS = 8;

  private final Visits visits;
  private final ToDoubleFunction<double[]> measure;
  private final List<double[]> rows;
  private final int needed;
  private final long mostLost;
  private final List<LateAnswers.Answer> latest;
  private final Map<Integer, List<LateAnswers.Answer>> longest = new HashMap<>();

  /**
   * Creates a search for the least variance.
   *
   * @param mostLoss greatest loss of all searches: at least 0, below 1
   */
  PartialSearch(Visits visits, double mostLoss) {
    this(visits, mostLoss, Moments::variance);
  }

  /**
   * Creates a search for the least value of a measure.
   *
   * @param measure measure of the latencies of visits, which are in any order
   */
  PartialSearch(Visits visits, double mostLoss, ToDoubleFunction<double[]> measure) {
    this.visits = visits;
    this.measure = measure;
    rows = visits.rows();
    needed = visits.needed();
    mostLost = visits.answersLost(mostLoss);
    latest = LateAnswers.latest(rows, 0, 2 * mostLost + 1);
  }

  /** A candidate: number of awaited answers, answers lost by T_d, the rule, and its measure. */
  private record Candidate(int awaited, long byExtra, PartialAnswer answer, double value) {}

  /**
   * Returns the best rule with its effect.
   *
   * @param loss greatest share of needed answers that may be lost: 0 to {@code mostLoss}
   */
  PartialPoint best(double loss) {
    long lost = visits.answersLost(loss);
    if (lost > mostLost) {
      throw new IllegalArgumentException("loss is more than that searched for: " + loss);
    }
    Candidate best = lost == 0 ? null : refined(onGrid(lost), lost);
    PartialAnswer answer = best == null ? PartialAnswer.NONE : best.answer();
    StopOutcome outcome = visits.under(answer);
    return new PartialPoint(
        answer, outcome.loss(), outcome.meanMillis(), outcome.varianceMillisSquared());
  }

  private Candidate onGrid(long lost) {
    Candidate best = candidate(needed, 0, lost);
    for (int awaited : grid(lost)) {
      for (int i = 1; i <= SPLITS; i++) {
        best = better(best, candidate(awaited, Math.ceilDiv(lost * i, SPLITS), lost));
      }
    }
    return best;
  }

  /** Returns the evaluated numbers of awaited answers, among them that of the plain fraction. */
  private Set<Integer> grid(long lost) {
    var grid = new TreeSet<Integer>();
    for (int i = 1; i < FRACTIONS; i++) {
      grid.add(Math.ceilDiv(needed * i, FRACTIONS));
    }
    for (int missing = Math.max(1, needed / FRACTIONS); missing > 0; missing /= 2) {
      grid.add(needed - missing);
    }
    grid.add((int) (needed - lost / visits.size()));
    grid.removeIf(awaited -> awaited < 1 || awaited >= needed);
    return grid;
  }

  /** Moves to better neighbours by decreasing steps. */
  private Candidate refined(Candidate found, long lost) {
    Candidate best = found;
    int step = Math.max(1, needed / (2 * FRACTIONS));
    long split = Math.max(1, lost / (2 * SPLITS));
    for (int halvings = 0; halvings < MOST_HALVINGS; ) {
      Candidate next = best;
      for (int sign = -1; sign <= 1; sign += 2) {
        next = better(next, near(best.awaited() + sign * step, best.byExtra(), lost));
        next = better(next, near(best.awaited(), best.byExtra() + sign * split, lost));
      }
      if (next.equals(best)) {
        if (step == 1 && split == 1) {
          break;
        }
        step = Math.max(1, step / 2);
        split = Math.max(1, split / 2);
        halvings++;
      }
      best = next;
    }
    return best;
  }

  private @Nullable Candidate near(int awaited, long byExtra, long lost) {
    boolean possible = awaited >= 1 && awaited < needed && byExtra >= 1 && byExtra <= lost;
    return possible ? candidate(awaited, byExtra, lost) : null;
  }

  private static Candidate better(Candidate best, @Nullable Candidate other) {
    return other != null && other.value() < best.value() ? other : best;
  }

  /**
   * Returns the candidate that loses at most {@code byExtra} answers by T_d, and the rest of {@code
   * lost} by T_c.
   */
  private Candidate candidate(int awaited, long byExtra, long lost) {
    double extra = extraMillis(awaited, byExtra);
    double[] stops = new double[rows.size()];
    long left = lost;
    for (int v = 0; v < stops.length; v++) {
      double[] ascending = rows.get(v);
      stops[v] = ascending[awaited - 1] + extra;
      left -= needed - OrderStatistic.within(ascending, stops[v]);
    }
    double cutoff = cutoffMillis(stops, left);
    for (int v = 0; v < stops.length; v++) {
      stops[v] = Math.min(rows.get(v)[needed - 1], Math.min(stops[v], cutoff));
    }
    var answer =
        byExtra == 0
            ? PartialAnswer.fixedTimeOut(cutoff)
            : new PartialAnswer(cutoff, extra, (double) awaited / needed);
    return new Candidate(awaited, byExtra, answer, measure.applyAsDouble(stops));
  }

  private double extraMillis(int awaited, long lost) {
    if (lost == 0) {
      return Double.POSITIVE_INFINITY;
    }
    List<LateAnswers.Answer> answers =
        longest.computeIfAbsent(awaited, from -> LateAnswers.longest(rows, from, mostLost + 1));
    if (lost >= answers.size()) {
      return 0;
    }
    double millis = answers.get((int) lost).millis();
    // The sum of start and extra time must not round below the time of the answer to keep.
    return millis + 4 * Math.ulp(latest.getFirst().millis());
  }

  /** Returns the least T_c that loses at most {@code lost} more answers than {@code stops}. */
  private double cutoffMillis(double[] stops, long lost) {
    long left = lost;
    for (LateAnswers.Answer answer : latest) {
      if (answer.millis() <= stops[answer.visit()] && left-- == 0) {
        return Math.max(answer.millis(), Double.MIN_VALUE);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Returns the points of several losses, in the given order. */
  List<PartialPoint> best(double[] losses) {
    var points = new ArrayList<PartialPoint>();
    for (double loss : losses) {
      points.add(best(loss));
    }
    return points;
  }

  /**
   * The effect of a stop rule on the visits from which it was chosen.
   *
   * @param answer the rule
   * @param loss share of lost answers among the needed ones: 0 to 1
   * @param meanMillis mean of the stage's latency
   * @param varianceMillisSquared variance of the stage's latency
   */
  record PartialPoint(
      PartialAnswer answer, double loss, double meanMillis, double varianceMillisSquared) {}
}
