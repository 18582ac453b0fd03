package org.curtail.tune;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Searches for the combination of numbers with the least value: first at even distances along
 * lines, then, from the best found, by one number at a time, in steps that are halved when none
 * helps. The result is never worse than any combination tried. If a line has few places, all of
 * them are tried; otherwise the least value is certain only if there is one valley. Not
 * thread-safe.
 */
final class ParameterSearch {
  private static final int COARSE = 12;

  private final PolicyParameters dials;
  private final ToDoubleFunction<List<Integer>> value;
  private final int budget;
  private final Map<List<Integer>, Double> tried = new HashMap<>();
  private List<Integer> best = List.of();
  private double least = Double.POSITIVE_INFINITY;

  /**
   * Creates a search that has not begun.
   *
   * @param value function of a combination of places
   * @param budget most combinations to try; at least 1
   */
  ParameterSearch(PolicyParameters dials, ToDoubleFunction<List<Integer>> value, int budget) {
    this.dials = dials;
    this.value = value;
    this.budget = budget;
  }

  /** Returns the places with the least value found. */
  List<Integer> run() {
    int step = 1;
    for (PolicyParameters.Line line : dials.lines()) {
      int coarse = Math.ceilDiv(line.size(), COARSE);
      for (int at = 0; at < line.size(); at += coarse) {
        offer(line.at().apply(at));
      }
      // The line's end, which a step may have jumped over.
      offer(line.at().apply(line.size() - 1));
      step = Math.max(step, coarse / 2);
    }
    while (step > 0) {
      boolean helped = false;
      for (int dial = 0; dial < dials.choices().size(); dial++) {
        helped |= offer(moved(dial, step)) || offer(moved(dial, -step));
      }
      step = helped ? step : step / 2;
    }
    return best;
  }

  private List<Integer> moved(int dial, int by) {
    var places = new ArrayList<>(best);
    places.set(dial, Math.clamp(places.get(dial) + by, 0, dials.choices().get(dial).size() - 1));
    return List.copyOf(places);
  }

  /** Returns true if this is better than all before. */
  private boolean offer(List<Integer> places) {
    if (tried.containsKey(places) || (tried.size() >= budget && !best.isEmpty())) {
      return false;
    }
    double found = value.applyAsDouble(places);
    tried.put(places, found);
    if (!(found < least) && !best.isEmpty()) {
      return false;
    }
    best = places;
    least = found;
    return true;
  }

  /** Returns the least value found. */
  double least() {
    return least;
  }

  /** Returns the number of combinations tried. */
  int tried() {
    return tried.size();
  }
}
