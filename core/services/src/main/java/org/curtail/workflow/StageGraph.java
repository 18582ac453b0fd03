package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stages with one caller (a stage or the workflow itself), in topological order.
 *
 * @param stages indices in the workflow
 * @param before for each place in {@code stages}, the places of its predecessors
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record StageGraph(int[] stages, int[][] before) {
  /** Returns the stages that a caller calls, the workflow itself if null; empty if none. */
  static StageGraph of(Workflow workflow, @Nullable String caller) {
    var names = new ArrayList<String>();
    for (Stage stage : workflow.stages()) {
      if (Objects.equals(stage.within(), caller)) {
        names.add(stage.name());
      }
    }
    int[] stages = names.stream().mapToInt(workflow::index).toArray();
    int[][] before = new int[stages.length][];
    for (int i = 0; i < stages.length; i++) {
      List<String> after = workflow.stages().get(stages[i]).after();
      before[i] = after.stream().mapToInt(names::indexOf).toArray();
    }
    return new StageGraph(stages, before);
  }

  int size() {
    return stages.length;
  }

  /** Returns the place of the greatest value; the first of several; -1 for no places. */
  static int greatest(int[] places, double[] values) {
    int greatest = -1;
    for (int place : places) {
      if (greatest < 0 || values[place] > values[greatest]) {
        greatest = place;
      }
    }
    return greatest;
  }

  /** Returns the place of the stage that ends last, the first of several. */
  int last(double[] ends) {
    int last = 0;
    for (int i = 1; i < ends.length; i++) {
      if (ends[i] > ends[last]) {
        last = i;
      }
    }
    return last;
  }
}
