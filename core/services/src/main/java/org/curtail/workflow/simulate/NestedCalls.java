package org.curtail.workflow.simulate;

import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.visit.StageGraph;

/** Runs the stages that one stage calls. Not thread-safe. */
final class NestedCalls {
  private final StageGraph graph;
  private final StageVisits[] visits;

  /** By place: the stage and all those below it. */
  private final int[][] below;

  private final int[] all;
  private final double[] parts;
  private final double[] keptParts;
  private final double[] ends;
  private final boolean[] critical;
  private double kept;
  private double besideLost;

  /**
   * Creates runs through a graph.
   *
   * @param visits visits of the stages of the graph, by place
   * @param below by place: the stage and all those below it
   * @param parts contribution of each stage to the current request, by index
   */
  NestedCalls(StageGraph graph, List<StageVisits> visits, int[][] below, double[] parts) {
    this.graph = graph;
    this.visits = visits.toArray(StageVisits[]::new);
    this.below = below;
    this.parts = parts;
    all = Arrays.stream(below).flatMapToInt(Arrays::stream).toArray();
    keptParts = new double[all.length];
    ends = new double[graph.size()];
    critical = new boolean[graph.size()];
  }

  /** Returns the nested stages at any depth. */
  int[] all() {
    return all;
  }

  /** Returns the kept share of the last run; see {@link StageVisits#kept}. */
  double kept() {
    return kept;
  }

  /** Returns the lost utility of the last run; see {@link StageVisits#besideLost}. */
  double besideLost() {
    return besideLost;
  }

  /**
   * Runs once.
   *
   * @param startMillis since the request began
   * @return latency of the run
   */
  double run(long request, double startMillis, long inside) {
    kept = 1;
    besideLost = 0;
    for (int i = 0; i < visits.length; i++) {
      int before = StageGraph.greatest(graph.before()[i], ends);
      double begin = before < 0 ? 0 : ends[before];
      ends[i] = begin + visits[i].visit(request, startMillis + begin, inside);
      kept *= visits[i].kept();
      besideLost += visits[i].besideLost();
    }
    int last = graph.last(ends);
    Arrays.fill(critical, false);
    for (int i = last; i >= 0; i = StageGraph.greatest(graph.before()[i], ends)) {
      critical[i] = true;
    }
    for (int i = 0; i < visits.length; i++) {
      if (!critical[i]) {
        clear(below[i]);
      }
    }
    return ends[last];
  }

  /** Clears the contributions of all nested stages to the critical path. */
  void contributeNothing() {
    clear(all);
  }

  private void clear(int[] stages) {
    for (int stage : stages) {
      parts[stage] = 0;
    }
  }

  /** Saves the contributions of the last run. */
  void keepParts() {
    for (int i = 0; i < all.length; i++) {
      keptParts[i] = parts[all[i]];
    }
  }

  /** Restores the saved contributions, which replace those of the last run. */
  void restoreParts() {
    for (int i = 0; i < all.length; i++) {
      parts[all[i]] = keptParts[i];
    }
  }
}
