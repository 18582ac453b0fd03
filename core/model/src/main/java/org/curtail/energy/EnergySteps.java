package org.curtail.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The order in which pieces of a request's work become faster: a step takes a piece from a
 * {@linkplain WorkPrices price} to the next. All steps have one index, their mean joules for each
 * nanosecond saved; the least goes first. So no schedule that is the same for all requests draws
 * less in a given time. Immutable.
 */
final class EnergySteps {
  private final DemandPieces pieces;

  /** Prices by piece; the same object for pieces of equal cost. */
  private final List<WorkPrices> prices;

  /** Steps up, in ascending order of cost for the time saved. */
  private final List<Step> steps;

  /** Time to the percentile's work, and mean joules, by number of steps taken. */
  private final double[] afterNanos;

  private final double[] afterJoules;

  /** A piece of work goes from a price to the next. */
  record Step(int piece, int place, double joulesPerNano, double savedNanos) {}

  EnergySteps(DemandPieces pieces, List<WorkPrices> prices) {
    this.pieces = pieces;
    this.prices = prices;
    steps = ordered();
    afterNanos = new double[steps.size() + 1];
    afterJoules = new double[steps.size() + 1];
    afterNanos[0] = totalNanos(of -> of.least().nanos());
    afterJoules[0] = prices.getLast().least().joules() * pieces.beyondNanos();
    for (int piece = 0; piece < pieces.count(); piece++) {
      afterJoules[0] +=
          pieces.survival()[piece] * pieces.workNanos(piece) * prices.get(piece).least().joules();
    }
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      afterNanos[i + 1] = afterNanos[i] - step.savedNanos;
      afterJoules[i + 1] = afterJoules[i] + step.savedNanos * step.joulesPerNano;
    }
  }

  private List<Step> ordered() {
    var all = new ArrayList<Step>();
    for (int piece = 0; piece < pieces.count(); piece++) {
      WorkPrices own = prices.get(piece);
      for (int place = 0; place + 1 < own.size(); place++) {
        double saved = own.get(place).nanos() - own.get(place + 1).nanos();
        all.add(
            new Step(
                piece,
                place,
                pieces.survival()[piece] * own.joulesPerNanoSaved(place),
                saved * pieces.workNanos(piece)));
      }
    }
    // At equal cost the later work goes first, and of the same work the lower step.
    all.sort(
        Comparator.comparingDouble(Step::joulesPerNano)
            .thenComparing(Comparator.comparingInt(Step::piece).reversed())
            .thenComparingInt(Step::place));
    return List.copyOf(all);
  }

  /** Returns the total over all pieces; those of the same prices are taken together. */
  @SuppressWarnings("ReferenceEquality") // Equal prices are one object, to lose no digits.
  private double totalNanos(ToDoubleFunction<WorkPrices> nanosOf) {
    double total = 0;
    int from = 0;
    for (int piece = 1; piece <= pieces.count(); piece++) {
      if (piece == pieces.count() || prices.get(piece) != prices.get(from)) {
        total +=
            (pieces.endNanos()[piece - 1] - pieces.beginNanos(from))
                * nanosOf.applyAsDouble(prices.get(from));
        from = piece;
      }
    }
    return total;
  }

  /** Returns the time if all is done at the fastest. */
  double shortestNanos() {
    return totalNanos(of -> of.fastest().nanos());
  }

  /** Returns the time if all is done at the least joules. */
  double longestNanos() {
    return afterNanos[0];
  }

  /** Returns the mean joules of a request; the deadline is at least the shortest. */
  double joules(double deadlineNanos) {
    if (deadlineNanos >= afterNanos[0]) {
      return afterJoules[0];
    }
    int taken = wholeSteps(deadlineNanos);
    if (taken == steps.size()) {
      return afterJoules[taken];
    }
    return afterJoules[taken]
        + (afterNanos[taken] - deadlineNanos) * steps.get(taken).joulesPerNano;
  }

  /** Returns the steps that are taken whole for a deadline. */
  List<Step> taken(double deadlineNanos) {
    return steps.subList(0, wholeSteps(deadlineNanos));
  }

  /** Returns the share of the next step that is taken for a deadline, 0 if there is none. */
  double partOfNext(double deadlineNanos) {
    int taken = wholeSteps(deadlineNanos);
    return taken < steps.size() && deadlineNanos < afterNanos[taken]
        ? Math.min(1, (afterNanos[taken] - deadlineNanos) / steps.get(taken).savedNanos)
        : 0;
  }

  /**
   * Returns the step that is taken in part for a deadline, if {@link #partOfNext} is more than 0.
   */
  Step next(double deadlineNanos) {
    return steps.get(wholeSteps(deadlineNanos));
  }

  private int wholeSteps(double nanos) {
    int low = 0;
    int high = steps.size();
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (afterNanos[middle] >= nanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
