package org.curtail.sim;

/**
 * Machine that serves requests. Threads beyond the number of cores share the cores equally, as with
 * time slices.
 *
 * @param cores number of cores, at least 1
 * @param costs costs of parallel execution
 * @param noise pauses of the machine
 */
public record Machine(int cores, Costs costs, Noise noise) {
  public Machine {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
  }

  /** Creates a machine without pauses. */
  public Machine(int cores, Costs costs) {
    this(cores, costs, Noise.NONE);
  }

  /** Returns a machine of ideal cores. */
  public static Machine ofCores(int cores) {
    return new Machine(cores, Costs.NONE);
  }

  /** Returns this machine with the same noise at other moments. */
  public Machine withNoiseSeed(long seed) {
    return new Machine(
        cores,
        costs,
        new Noise(noise.meanGapNanos(), noise.meanPauseNanos(), noise.lengthsVary(), seed));
  }
}
