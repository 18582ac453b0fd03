package org.curtail.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Which pieces of a request's work to do faster, and in which order: a step takes a piece from a
 * {@linkplain WorkPrices price} to the next. All steps have one index, the joules that they cost in
 * the mean for each nanosecond that they save; the least goes first. So no schedule that is the
 * same for all requests draws less in a given time. Immutable.
 */
final class EnergySteps {
  private final DemandPieces pieces;

  /** By piece; the same object for pieces that cost the same. */
  private final List<WorkPrices> prices;

  /** Steps up, those that cost least for the time that they save first. */
  private final List<Step> steps;

  /** By number of steps taken: the time to the percentile's work, and joules in the mean. */
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
    // At the same cost the later work goes first, and of the same work the lower step.
    all.sort(
        Comparator.comparingDouble(Step::joulesPerNano)
            .thenComparing(Comparator.comparingInt(Step::piece).reversed())
            .thenComparingInt(Step::place));
    return List.copyOf(all);
  }

  /** Of all pieces, those of the same prices taken together. */
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

  /** All is done at the fastest. */
  double shortestNanos() {
    return totalNanos(of -> of.fastest().nanos());
  }

  /** All is done at the least joules. */
  double longestNanos() {
    return afterNanos[0];
  }

  /** Joules of a request in the mean; the deadline is at least the shortest. */
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

  /** The steps that are taken whole for a deadline. */
  List<Step> taken(double deadlineNanos) {
    return steps.subList(0, wholeSteps(deadlineNanos));
  }

  /** The share of the next step that is taken for a deadline, 0 if there is none. */
  double partOfNext(double deadlineNanos) {
    int taken = wholeSteps(deadlineNanos);
    return taken < steps.size() && deadlineNanos < afterNanos[taken]
        ? Math.min(1, (afterNanos[taken] - deadlineNanos) / steps.get(taken).savedNanos)
        : 0;
  }

  /** The step that is taken in part for a deadline, if {@link #partOfNext} is more than 0. */
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
