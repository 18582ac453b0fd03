package org.curtail.workflow;

/**
 * Requests that run through the stages together, stage after stage, so that the times of a stage
 * stay in the processor's cache. Stages called by the workflow itself are given by their place in
 * its graph. Not thread-safe.
 */
final class RequestBlock {
  /** Greatest number of requests per block. */
  static final int SIZE = 512;

  /** The stages that the workflow itself calls. */
  final StageGraph graph;

  /** By place: a caller and all stages below it; empty for other stages. */
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

  /** Index of the first request. */
  int from;

  /** Number of requests. */
  int size;

  /** By stage and request; empty for stages that are neither callers nor below one. */
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
   * Returns, by request, the contribution of a stage that is a caller or below one, if the visit of
   * the outermost caller is on the critical path.
   */
  double[] parts(int stage) {
    return parts[stage];
  }
}
