package org.curtail.workflow;

/**
 * Makes workflows by formulas: stages of log-normal or bimodal times, some of them far more costly
 * than others. Deterministic: the same seed gives the same bits on every machine. Immutable.
 *
 * @param stages how many: at least 1
 * @param graph how they come after each other
 * @param samples times per stage: at least 1
 * @param leastSigma of the logarithm of a stage's times: at least 0
 * @param mostSigma of the same: at least {@code leastSigma}; each stage draws its own in between
 * @param bimodalShare share of stages that answer within a millisecond or so nine times of ten, and
 *     else take 5 to 20 times as long: 0 to 1
 * @param costlyShare share of stages that cost 10 to 100 times as much as others: 0 to 1
 * @param coupling correlation of the logarithms of first and second times: from 0 to 1, exclusive;
 *     above 0, stages have pairs
 */
public record WorkflowGenerator(
    int stages,
    WorkflowGraph graph,
    int samples,
    double leastSigma,
    double mostSigma,
    double bimodalShare,
    double costlyShare,
    double coupling) {
  /** Ten stages as the tests and tables of curtail use them: sigma 0.3 to 1.5, 30 % costly. */
  public static final WorkflowGenerator TEN =
      new WorkflowGenerator(10, WorkflowGraph.TEN, 10_000, 0.3, 1.5, 0, 0.3, 0);

  /**
   * A workflow.
   *
   * @param seed of everything
   */
  public Workflow generate(long seed) {
    return generate(seed, seed);
  }

  /**
   * A workflow of which the times were measured another time: the same graph, costs and
   * distributions for the same {@code seed}, other samples for another {@code sampleSeed}. So plans
   * are tried on times that they have not seen.
   */
  public Workflow generate(long seed, long sampleSeed) {
    throw new UnsupportedOperationException("follows");
  }
}
