package org.curtail.sim;

/**
 * What requests run on. Threads beyond the number of cores share them equally, as time slices would
 * make them.
 *
 * @param cores at least 1
 * @param costs of parallel execution
 * @param noise what happens on it besides
 */
public record Machine(int cores, Costs costs, Noise noise) {
  public Machine {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
  }

  /** A quiet one. */
  public Machine(int cores, Costs costs) {
    this(cores, costs, Noise.NONE);
  }

  /** Ideal cores. */
  public static Machine ofCores(int cores) {
    return new Machine(cores, Costs.NONE);
  }

  /** The same machine, on which the same noise comes at other moments. */
  public Machine withNoiseSeed(long seed) {
    return new Machine(
        cores,
        costs,
        new Noise(noise.meanGapNanos(), noise.meanPauseNanos(), noise.lengthsVary(), seed));
  }
}
