package org.curtail.sim;

/**
 * What requests run on. Threads beyond the number of cores share them equally, as time slices would
 * make them.
 *
 * @param cores at least 1
 * @param boosting whether, while there are more threads than cores, the oldest requests at the
 *     greatest degree of their policy keep a whole core for each thread from then on, as long as
 *     fewer threads than cores are boosted (Few-to-Many paper, sections 4 and 4.2)
 * @param costs of parallel execution
 */
public record Machine(int cores, boolean boosting, Costs costs) {
  public Machine {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
  }

  /** Ideal cores without boosting. */
  public static Machine ofCores(int cores) {
    return new Machine(cores, false, Costs.NONE);
  }
}
