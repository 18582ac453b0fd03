package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps with a new shape: they call other services, fail, or end without a call. A shape that is
 * slightly more frequent is another mixture of requests. A shape that is several times as frequent
 * is a change.
 */
final class NewShapes {
  /** Minimum factor between the frequencies of a new shape. */
  private static final double FACTOR = 3;

  /** Minimum number of requests with a new shape. */
  private static final int FEWEST = 3;

  private final WindowSteps before;
  private final WindowSteps after;
  private final Map<Integer, Double> chances = new HashMap<>();

  NewShapes(WindowSteps before, WindowSteps after) {
    this.before = before;
    this.after = after;
    for (ComparedRequest request : after.requests()) {
      for (int i = 0; i < request.size(); i++) {
        int whole = request.span(i).whole();
        chances.computeIfAbsent(request.span(i).context(), context -> chanceOf(context, whole));
      }
    }
  }

  private double chanceOf(int context, int whole) {
    int seenBefore = before.wholeCount(whole);
    if (seenBefore == 0 || after.contextCount(context) < FEWEST) {
      return 0;
    }
    double share = after.contextCount(context) / (double) after.wholeCount(whole);
    double explained = FACTOR * (before.contextCount(context) + 1) / (seenBefore + 1);
    return Math.max(0, (share - explained) / share);
  }

  /** Probability that a step in this context has a new shape. */
  double chance(int context) {
    return chances.getOrDefault(context, 0.0);
  }

  /**
   * Returns the share of requests that each service changed. A changed callee explains the change
   * of its caller, such as a caller that stops because of an error.
   */
  Map<Integer, Double> byService() {
    Map<Integer, Double> shares = Change.none();
    for (ComparedRequest request : after.requests()) {
      double[] below = new double[request.size()];
      for (int i = request.size() - 1; i >= 0; i--) {
        double chance = chance(request.span(i).context());
        if (chance > below[i]) {
          Change.add(
              shares, serviceOf(request, i), chance * (1 - below[i]) / after.requests().size());
        }
        double explained = Math.max(chance, below[i]);
        if (i > 0) {
          int parent = request.span(i).parent();
          below[parent] = Math.max(below[parent], explained);
        }
      }
    }
    return shares;
  }

  /** Returns the service that caused the change; for a call without an answer, the usual callee. */
  private int serviceOf(ComparedRequest request, int i) {
    @Nullable Integer callee = request.span(i).isCall() ? null : before.callee(request, i);
    return callee == null ? request.span(i).service() : callee;
  }
}
