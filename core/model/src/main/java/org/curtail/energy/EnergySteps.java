package org.curtail.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Order in which pieces of work become faster. A step takes one piece from a {@linkplain WorkPrices
 * price} to the next. Steps are sorted by mean joules per nanosecond saved. No schedule that is the
 * same for all requests needs less energy in the same time. Immutable.
 */
final class EnergySteps {
  private final DemandPieces pieces;

  /** Prices by piece. Pieces of equal cost share one object. */
  private final List<WorkPrices> prices;

  /** Steps in ascending order of cost per time saved. */
  private final List<Step> steps;

  /**
   * Time to the percentile's work by number of steps taken; {@link #afterJoules} has the mean
   * joules.
   */
  private final double[] afterNanos;

  private final double[] afterJoules;

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
    // At equal cost, later work goes first. For the same work, the lower step goes first.
    all.sort(
        Comparator.comparingDouble(Step::joulesPerNano)
            .thenComparing(Comparator.comparingInt(Step::piece).reversed())
            .thenComparingInt(Step::place));
    return List.copyOf(all);
  }

  /** Returns the total over all pieces. This method adds up pieces of the same prices first. */
  @SuppressWarnings("ReferenceEquality") // Equal prices are one object, which keeps all digits.
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

  /** Returns the time with all work at the fastest price. */
  double shortestNanos() {
    return totalNanos(of -> of.fastest().nanos());
  }

  /** Returns the time with all work at the price of least energy. */
  double longestNanos() {
    return afterNanos[0];
  }

  /**
   * Returns the mean joules of a request.
   *
   * @param deadlineNanos deadline; at least the shortest time
   */
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

  /** Returns the complete steps for a deadline. */
  List<Step> taken(double deadlineNanos) {
    return steps.subList(0, wholeSteps(deadlineNanos));
  }

  /** Returns the share of the next step that a deadline needs; 0 if there is no next step. */
  double partOfNext(double deadlineNanos) {
    int taken = wholeSteps(deadlineNanos);
    return taken < steps.size() && deadlineNanos < afterNanos[taken]
        ? Math.min(1, (afterNanos[taken] - deadlineNanos) / steps.get(taken).savedNanos)
        : 0;
  }

  /** Returns the incomplete step for a deadline, if {@link #partOfNext} is more than 0. */
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
