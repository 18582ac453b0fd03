package org.curtail.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.curtail.workflow.Visits.StopOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Finds T_c, T_d and p that lose no more than a share of the answers and leave the least variance,
 * or the least of something else (Kwiken, section 4.2.1). Of the answers that may be lost, some go
 * to T_d: p and their number determine T_d, as the least time that loses no more; the others go to
 * T_c, which then is the least time that spares as many as must be spared. So two whole numbers
 * span all vectors that meet the loss with equality and wait for nothing in vain. They are searched
 * on a grid and then step by step around the best. The grid has T_c alone and p alone in it: never
 * is anything chosen that is worse than a fixed time-out or than waiting for a fraction.
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
   * A search.
   *
   * @param mostLoss no loss asked for is greater: at least 0, below 1
   */
  PartialSearch(Visits visits, double mostLoss) {
    this(visits, mostLoss, Moments::variance);
  }

  /**
   * A search for the least of a measure.
   *
   * @param measure of how long visits take, given in any order
   */
  PartialSearch(Visits visits, double mostLoss, ToDoubleFunction<double[]> measure) {
    this.visits = visits;
    this.measure = measure;
    rows = visits.rows();
    needed = visits.needed();
    mostLost = visits.answersLost(mostLoss);
    latest = LateAnswers.latest(rows, 0, 2 * mostLost + 1);
  }

  /** A choice, and its measure. */
  private record Tried(int awaited, long byExtra, PartialAnswer answer, double value) {}

  /**
   * The best choice.
   *
   * @param loss share of needed answers that may come too late: at least 0, at most the most loss
   */
  PartialPoint best(double loss) {
    long lost = visits.answersLost(loss);
    if (lost > mostLost) {
      throw new IllegalArgumentException("loss is more than that searched for: " + loss);
    }
    Tried best = lost == 0 ? null : refined(onGrid(lost), lost);
    PartialAnswer answer = best == null ? PartialAnswer.NONE : best.answer();
    StopOutcome outcome = visits.under(answer);
    return new PartialPoint(
        answer, outcome.loss(), outcome.meanMillis(), outcome.varianceMillisSquared());
  }

  private Tried onGrid(long lost) {
    Tried best = tried(needed, 0, lost);
    for (int awaited : grid(lost)) {
      for (int i = 1; i <= SPLITS; i++) {
        best = better(best, tried(awaited, Math.ceilDiv(lost * i, SPLITS), lost));
      }
    }
    return best;
  }

  /** How many answers to await, from few to all but one; with that of waiting for a fraction. */
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

  /** Goes to better neighbours, by ever smaller steps. */
  private Tried refined(Tried found, long lost) {
    Tried best = found;
    int step = Math.max(1, needed / (2 * FRACTIONS));
    long split = Math.max(1, lost / (2 * SPLITS));
    for (int halvings = 0; halvings < MOST_HALVINGS; ) {
      Tried next = best;
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

  private @Nullable Tried near(int awaited, long byExtra, long lost) {
    boolean possible = awaited >= 1 && awaited < needed && byExtra >= 1 && byExtra <= lost;
    return possible ? tried(awaited, byExtra, lost) : null;
  }

  private static Tried better(Tried best, @Nullable Tried other) {
    return other != null && other.value() < best.value() ? other : best;
  }

  /** Loses at most {@code byExtra} answers by T_d, and all others that may be lost by T_c. */
  private Tried tried(int awaited, long byExtra, long lost) {
    double extra = extraMillis(awaited, byExtra);
    double[] stops = new double[rows.size()];
    long left = lost;
    for (int v = 0; v < stops.length; v++) {
      double[] ascending = rows.get(v);
      stops[v] = ascending[awaited - 1] + extra;
      left -= needed - Visits.within(ascending, stops[v]);
    }
    double cutoff = cutoffMillis(stops, left);
    for (int v = 0; v < stops.length; v++) {
      stops[v] = Math.min(rows.get(v)[needed - 1], Math.min(stops[v], cutoff));
    }
    var answer =
        byExtra == 0
            ? PartialAnswer.fixedTimeOut(cutoff)
            : new PartialAnswer(cutoff, extra, (double) awaited / needed);
    return new Tried(awaited, byExtra, answer, measure.applyAsDouble(stops));
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
    // The sum of start and extra time must not round to less than the answer that it spares.
    return millis + 4 * Math.ulp(latest.getFirst().millis());
  }

  /** The least time that loses no more than so many answers of those that are not lost anyway. */
  private double cutoffMillis(double[] stops, long lost) {
    long left = lost;
    for (LateAnswers.Answer answer : latest) {
      if (answer.millis() <= stops[answer.visit()] && left-- == 0) {
        return Math.max(answer.millis(), Double.MIN_VALUE);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The points of several losses, in the order given. */
  List<PartialPoint> best(double[] losses) {
    var points = new ArrayList<PartialPoint>();
    for (double loss : losses) {
      points.add(best(loss));
    }
    return points;
  }
}
