package org.curtail.workflow.simulate;

import org.curtail.workflow.visit.StageGraph;

/**
 * Requests that run through the stages together, stage after stage: the times of a stage then stay
 * in the processor's cache. A stage of the workflow itself is named by its place in the graph. Not
 * thread-safe.
 */
final class RequestBlock {
  /** Greatest number of requests per block. */
  static final int SIZE = 512;

  /** The stages that the workflow itself calls. */
  final StageGraph graph;

  /** Stages by place: a caller and all stages below it; empty for other stages. */
  final int[][] below;

  /** Start of the visit since the request began, by place and request. */
  final double[][] starts;

  /** End of the visit since the request began, by place and request. */
  final double[][] ends;

  /** Latency of the visit, by place and request. */
  final double[][] latencies;

  /** End-to-end latency, by request. */
  final double[] totals = new double[SIZE];

  /** Kept share, by request; see {@link StageVisits#kept}. */
  final double[] kept = new double[SIZE];

  /** Lost utility, by request; see {@link StageVisits#besideLost}. */
  final double[] besideLost = new double[SIZE];

  /** Index of the first request. */
  int from;

  /** Number of requests. */
  int size;

  /** Contributions by stage and request; only for callers and the stages below them. */
  private final double[][] parts;

  /**
   * Creates a reusable block.
   *
   * @param below by place: a caller and all stages below it; empty for other stages
   * @param stages number of stages of the whole workflow
   */
  RequestBlock(StageGraph graph, int[][] below, int stages) {
    this.graph = graph;
    this.below = below;
    starts = new double[graph.size()][SIZE];
    ends = new double[graph.size()][SIZE];
    latencies = new double[graph.size()][SIZE];
    parts = new double[stages][0];
    for (int[] some : below) {
      for (int stage : some) {
        parts[stage] = new double[SIZE];
      }
    }
  }

  /**
   * Returns the contribution of a caller, or of a stage below it, by request. The contribution
   * counts only if the visit of the outermost caller is on the critical path.
   */
  double[] parts(int stage) {
    return parts[stage];
  }
}
