package org.curtail.workflow.simulate;

import java.util.Arrays;
import org.curtail.workflow.Workflow;

/** The critical path of one request at a time; see {@link Blame}. Not thread-safe. */
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
   * @param r place of the request in the block
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

  /**
   * Returns the contribution of a stage to the request; 0 if the stage is not on the critical path.
   */
  double millis(int stage) {
    return millis[stage];
  }

  /** Returns the length of the path, in stages that the workflow itself calls: at least 1. */
  int length() {
    return length;
  }

  /**
   * Returns the place in the graph of a stage on the path.
   *
   * @param index index on the path; 0 for the stage that ends last
   */
  int place(int index) {
    return path[index];
  }
}
