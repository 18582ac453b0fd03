package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps that do something else than before: they call others, fail, or end without calling. A shape
 * that becomes a little more frequent is another mixture of requests; one that becomes several
 * times as frequent is a change.
 */
final class NewShapes {
  /** How many times as frequent, at least. */
  private static final double FACTOR = 3;

  /** One request, or two, may do anything. */
  private static final int FEWEST = 3;

  private final SeenSteps before;
  private final SeenSteps after;
  private final Map<Integer, Double> chances = new HashMap<>();

  NewShapes(SeenSteps before, SeenSteps after) {
    this.before = before;
    this.after = after;
    for (SeenRequest request : after.requests()) {
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

  /** How probable it is that a step taken so is one that was not taken so before. */
  double chance(int context) {
    return chances.getOrDefault(context, 0.0);
  }

  /**
   * The share of requests that each service changed. What happens above is explained by what
   * happens below it: a caller that breaks off because of an error is not to blame.
   */
  Map<Integer, Double> byService() {
    Map<Integer, Double> shares = Change.none();
    for (SeenRequest request : after.requests()) {
      double[] below = new double[request.size()];
      for (int i = request.size() - 1; i >= 0; i--) {
        double chance = chance(request.span(i).context());
        if (chance > below[i]) {
          Change.add(shares, doer(request, i), chance * (1 - below[i]) / after.requests().size());
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

  /** A call that nobody answers is the fault of who usually does. */
  private int doer(SeenRequest request, int i) {
    @Nullable Integer callee = request.span(i).isCall() ? null : before.callee(request, i);
    return callee == null ? request.span(i).service() : callee;
  }
}
