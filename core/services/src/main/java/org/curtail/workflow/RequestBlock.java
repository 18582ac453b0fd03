package org.curtail.workflow;

/**
 * Requests that run through the stages together, stage after stage: the times of a stage then stay
 * in the processor's cache. Stages that the workflow calls itself are named by their place in its
 * graph. Not thread-safe.
 */
final class RequestBlock {
  /** Requests of a block, at most. */
  static final int SIZE = 512;

  /** Of the stages that the workflow calls itself. */
  final StageGraph graph;

  /** By place: what is below a caller, and itself; empty for other stages. */
  final int[][] below;

  /** By place and request: since the request began. */
  final double[][] starts;

  /** By place and request: since the request began. */
  final double[][] ends;

  /** By place and request. */
  final double[][] latencies;

  /** By request. */
  final double[] totals = new double[SIZE];

  /** By request, as {@link StageVisits#kept}. */
  final double[] kept = new double[SIZE];

  /** By request, as {@link StageVisits#besideLost}. */
  final double[] besideLost = new double[SIZE];

  /** The first request. */
  int from;

  /** How many requests there are. */
  int size;

  /** By stage and request; empty for stages that are neither callers nor below one. */
  private final double[][] parts;

  /**
   * A block to be used again and again.
   *
   * @param below by place: what is below a caller, and itself; empty for other stages
   * @param stages of the whole workflow
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
   * By request: what a stage contributes, which is a caller or below one, if the visit of the
   * outermost caller is on the critical path.
   */
  double[] parts(int stage) {
    return parts[stage];
  }
}
