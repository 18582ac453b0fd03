package org.curtail.workflow;

import java.util.Arrays;

/** The critical path of one request at a time: {@link Blame} says what it is. Not thread-safe. */
final class Contributions {
  private final double[] millis;
  private final int[] path;
  private int length;

  Contributions(Workflow workflow) {
    millis = new double[workflow.stages().size()];
    path = new int[millis.length];
  }

  /**
   * Follows the path of a request.
   *
   * @param r its place in the block
   */
  void follow(RequestBlock block, int r) {
    Arrays.fill(millis, 0);
    length = 0;
    for (int i = last(block, r); i >= 0; i = before(block, i, r)) {
      path[length++] = i;
      if (block.below[i].length == 0) {
        millis[block.graph.stages()[i]] = block.latencies[i][r];
      }
      for (int stage : block.below[i]) {
        millis[stage] = block.parts(stage)[r];
      }
    }
  }

  private static int last(RequestBlock block, int r) {
    int last = 0;
    for (int i = 1; i < block.graph.size(); i++) {
      if (block.ends[i][r] > block.ends[last][r]) {
        last = i;
      }
    }
    return last;
  }

  private static int before(RequestBlock block, int place, int r) {
    int latest = -1;
    for (int i : block.graph.before()[place]) {
      if (latest < 0 || block.ends[i][r] > block.ends[latest][r]) {
        latest = i;
      }
    }
    return latest;
  }

  /** What a stage contributes to the request; 0 if it is not on its critical path. */
  double millis(int stage) {
    return millis[stage];
  }

  /** How many of the stages that the workflow calls itself are on the path: at least 1. */
  int length() {
    return length;
  }

  /** One of them, by its place in the graph; from the last to end, 0, to the first. */
  int place(int index) {
    return path[index];
  }
}
