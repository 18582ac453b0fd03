package org.curtail.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Linear functions of the phases' lengths, at least one of which is at most the tail at every
 * schedule. If requests that together weigh more than the weight above the tail all take at least
 * some time, the tail is at least that. A request that ends in phase k takes {@code a_k + sum over
 * the phases i before of v_i (1 - a_k / a_i)}; as it has not ended before, {@code sum of v_i / a_i}
 * is at most 1, and so it takes at least as much with {@code a_k} replaced by the least of the
 * times up to phase k. Then no slope is negative.
 */
final class TailPiece {
  /** Most pieces; beyond, one function below all of them is used. */
  private static final int MOST_PIECES_PER_PHASE = 200;

  private TailPiece() {}

  /**
   * Returns the pieces that are tight at one schedule.
   *
   * @param lengths lengths of the schedule's phases
   */
  static List<LinearFunction> at(double[] lengths, Requests requests) {
    int[] longest = longest(lengths, requests);
    var pieces = new ArrayList<LinearFunction>();
    for (int phase = 0; phase < requests.phases(); phase++) {
      var front = new ArrayList<LinearFunction>();
      for (int request : longest) {
        addToFront(piece(request, phase, requests), front);
      }
      pieces.addAll(front);
    }
    return pieces;
  }

  /** Returns the requests that are not shorter than the tail. */
  private static int[] longest(double[] lengths, Requests requests) {
    var run = new Run(requests);
    double[] times = new double[requests.count()];
    double[] weights = new double[requests.count()];
    for (int r = 0; r < times.length; r++) {
      run.of(r, lengths);
      times[r] = run.timeSteps();
      weights[r] = requests.weight(r);
    }
    double tail =
        new TailSelection().select(times, weights, times.length, requests.weightAboveTail());
    int[] longest = new int[times.length];
    int count = 0;
    for (int r = 0; r < times.length; r++) {
      if (times[r] >= tail) {
        longest[count++] = r;
      }
    }
    return Arrays.copyOf(longest, count);
  }

  private static LinearFunction piece(int request, int last, Requests requests) {
    double[] slopes = new double[requests.phases() - 1];
    double fastest = Double.POSITIVE_INFINITY;
    for (int phase = 0; phase <= last; phase++) {
      fastest = Math.min(fastest, requests.timeSteps(request, phase));
    }
    for (int phase = 0; phase < last; phase++) {
      slopes[phase] = 1 - fastest / requests.timeSteps(request, phase);
    }
    return new LinearFunction(fastest, slopes);
  }

  private static void addToFront(LinearFunction piece, List<LinearFunction> front) {
    for (LinearFunction other : front) {
      if (other.isBelow(piece)) {
        return;
      }
    }
    front.removeIf(other -> piece.isBelow(other));
    front.add(piece);
    if (front.size() > MOST_PIECES_PER_PHASE) {
      LinearFunction below = front.getFirst();
      for (LinearFunction other : front) {
        below = LinearFunction.least(below, other);
      }
      front.clear();
      front.add(below);
    }
  }
}
