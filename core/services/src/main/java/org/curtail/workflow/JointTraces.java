package org.curtail.workflow;

import java.util.HashSet;
import java.util.List;

/**
 * Traced requests: the times of all stages in the same request. Stages that are slow in the same
 * request stay together. Immutable.
 */
public final class JointTraces {
  private final List<String> stages;
  private final double[][] millis;

  private JointTraces(List<String> stages, double[][] millis) {
    this.stages = stages;
    this.millis = millis;
  }

  /**
   * Returns traces of the given stages.
   *
   * @param stages names, each once
   * @param latencyMillis a row per request with a time per stage, in the order of {@code stages}; a
   *     time is finite and at least 0, or NaN if the request did not visit the stage; at least one
   *     row
   */
  public static JointTraces of(List<String> stages, double[][] latencyMillis) {
    if (new HashSet<>(stages).size() < stages.size()) {
      throw new IllegalArgumentException("traces name a stage twice: " + stages);
    }
    if (latencyMillis.length == 0) {
      throw new IllegalArgumentException("no traces");
    }
    double[][] copy = new double[latencyMillis.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = checked(i, latencyMillis[i], stages.size());
    }
    return new JointTraces(List.copyOf(stages), copy);
  }

  private static double[] checked(int trace, double[] row, int stages) {
    if (row.length != stages) {
      throw new IllegalArgumentException(
          "trace %d has %d times, but there are %d stages".formatted(trace, row.length, stages));
    }
    for (int s = 0; s < stages; s++) {
      if (!Double.isNaN(row[s]) && !(row[s] >= 0 && row[s] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "trace %d, stage %d: a time must be finite and at least 0: %s"
                .formatted(trace, s, row[s]));
      }
    }
    return row.clone();
  }

  /** Returns the names of the stages, in the order of times. */
  public List<String> stages() {
    return stages;
  }

  /** Returns the number of traced requests: at least 1. */
  public int size() {
    return millis.length;
  }

  /** Returns the time of a stage in a request; NaN if the request did not visit the stage. */
  public double millis(int trace, int stage) {
    return millis[trace][stage];
  }
}
