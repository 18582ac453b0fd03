package org.curtail.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * Search for the harmless part of a table. The search first tries greater degrees up to lower
 * loads, in several shapes. Then it tries higher loads for requests that have run for a while, and
 * finally each limit by itself. Harm does not grow steadily with the limits, so the search
 * simulates each candidate.
 */
final class HarmlessSearch {
  /** Approximate number of loads to try per shape. */
  private static final int LOADS = 13;

  /** Powers of the degree with which limits fall. */
  private static final double[] SHAPES = {0, 1, 2, 3};

  /** Percentiles of the sequential demand to try as delays before a degree. */
  private static final double[] DELAY_PERCENTILES = {50, 75, 95};

  private static final double[] DELAYED_SHAPES = {0, 1};

  /** Number of harmful loads in a row after which the search skips greater ones. */
  private static final int MOST_HARMFUL = 4;

  /** Moves of a limit, in steps of one, or of a sixteenth of great limits. */
  private static final int[] MOVES = {4, 2, 1, -1, -2};

  private static final double LEAST_GAIN = 1e-3;

  /** Most moves. Each simulates about ten thousand requests. */
  private static final int MOST_MOVES = 30;

  /** Most steps to a table that is harmless on other arrivals. */
  private static final int MOST_STEPS = 30;

  private final IntervalTable planned;
  private final Profile profile;
  private final AgainstSequential simulated;
  private final double tolerance;
  private final int degrees;
  private final Map<Restraint, OptionalDouble> gains = new LinkedHashMap<>();

  HarmlessSearch(
      IntervalTable planned, Profile profile, AgainstSequential simulated, double tolerance) {
    this.planned = planned;
    this.profile = profile;
    this.simulated = simulated;
    this.tolerance = tolerance;
    degrees = planned.degrees().size() - 1;
  }

  /**
   * Returns the restraint with the greatest gain among harmless ones.
   *
   * @param isHarmless test on other arrivals
   */
  Restraint best(Predicate<Restraint> isHarmless) {
    Restraint none = Restraint.sequential(planned);
    if (degrees == 0) {
      return none;
    }
    Restraint best = better(none, 0, SHAPES);
    for (double percentile : DELAY_PERCENTILES) {
      best = better(best, onGrid(profile.percentileMs(percentile, 1)), DELAYED_SHAPES);
    }
    climb(best);
    List<Restraint> ordered =
        gains.entrySet().stream()
            .filter(tried -> tried.getValue().orElse(0) > LEAST_GAIN)
            .map(Map.Entry::getKey)
            .sorted(Comparator.comparingDouble(restraint -> -gain(restraint)))
            .toList();
    int found = firstHarmless(ordered, isHarmless);
    return found < ordered.size() ? ordered.get(found) : none;
  }

  /**
   * Returns nearly the first harmless one in order of gain. The search tests every few until one is
   * harmless, then the skipped ones before it.
   */
  private static int firstHarmless(List<Restraint> ordered, Predicate<Restraint> isHarmless) {
    int step = 1 + ordered.size() / MOST_STEPS;
    int found = 0;
    while (found < ordered.size() && !isHarmless.test(ordered.get(found))) {
      found += step;
    }
    for (int passedOver = Math.max(0, found - step + 1); passedOver < found; passedOver++) {
      if (passedOver < ordered.size() && isHarmless.test(ordered.get(passedOver))) {
        return passedOver;
      }
    }
    return found;
  }

  private double onGrid(double timeMs) {
    return Math.ceil(timeMs / planned.stepMs()) * planned.stepMs();
  }

  /**
   * Returns the best restraint with limits of these shapes: as planned, or with a delay in
   * addition.
   */
  private Restraint better(Restraint from, double delayMs, double[] shapes) {
    Restraint best = from;
    for (double shape : shapes) {
      int harmful = 0;
      for (int load : loads(delayMs > 0 ? from.upTo(degrees - 1) + 1 : 1)) {
        List<Integer> limits = limits(load, shape);
        Restraint candidate =
            delayMs > 0
                ? new Restraint(from.asPlanned(), delayMs, limits)
                : new Restraint(limits, 0, from.delayed());
        double gain = gain(candidate);
        if (gain > gain(best) + LEAST_GAIN) {
          best = candidate;
        }
        harmful = Double.isInfinite(gain) ? harmful + 1 : 0;
        if (harmful == MOST_HARMFUL) {
          break;
        }
      }
    }
    return best;
  }

  /** Returns loads up to two for each core: all small ones, greater ones in growing steps. */
  private List<Integer> loads(int first) {
    double growth = StrictMath.pow(2.0 * planned.cores(), 1.0 / LOADS);
    var loads = new ArrayList<Integer>();
    for (int load = first; load <= 2 * planned.cores(); ) {
      loads.add(load);
      load = Math.max(load + 1, (int) (load * growth));
    }
    return loads;
  }

  private List<Integer> limits(int load, double shape) {
    return planned.degrees().stream()
        .skip(1)
        .map(degree ->
            (int) (load * StrictMath.pow((double) planned.degrees().get(1) / degree, shape)))
        .toList();
  }

  /** Moves one limit after the other while the gain grows. */
  private void climb(Restraint from) {
    Restraint best = from;
    int most = gains.size() + MOST_MOVES;
    boolean isMoved = true;
    while (isMoved) {
      isMoved = false;
      for (int i = 0; i < 2 * degrees && gains.size() < most; i++) {
        for (int move : MOVES) {
          Restraint moved = moved(best, i % degrees, i < degrees, move);
          if (gain(moved) > gain(best) + LEAST_GAIN) {
            best = moved;
            isMoved = true;
            break;
          }
        }
      }
    }
  }

  /**
   * Returns the restraint with one limit moved, and others as far as needed to keep them
   * descending.
   */
  private Restraint moved(Restraint restraint, int index, boolean asPlanned, int by) {
    if (asPlanned) {
      return new Restraint(
          moved(restraint.asPlanned(), index, by), restraint.delayMs(), restraint.delayed());
    }
    return restraint.delayMs() == 0
        ? restraint
        : new Restraint(
            restraint.asPlanned(), restraint.delayMs(), moved(restraint.delayed(), index, by));
  }

  private List<Integer> moved(List<Integer> limits, int index, int by) {
    Integer[] moved = limits.toArray(Integer[]::new);
    int step = Math.max(1, moved[index] / 16);
    int limit = Math.clamp(moved[index] + by * step, 0, 2 * planned.cores());
    moved[index] = limit;
    for (int i = 0; i < moved.length; i++) {
      moved[i] = i < index ? Math.max(moved[i], limit) : Math.min(moved[i], limit);
    }
    return Arrays.asList(moved);
  }

  /** Returns the gain; negative infinity if the restraint harms. */
  private double gain(Restraint restraint) {
    return gains
        .computeIfAbsent(restraint, tried -> simulated.gain(tried.table(planned), tolerance))
        .orElse(Double.NEGATIVE_INFINITY);
  }
}
