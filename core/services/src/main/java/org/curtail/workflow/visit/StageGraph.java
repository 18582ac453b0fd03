package org.curtail.workflow.visit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one caller (a stage, or the workflow itself), in topological order.
 *
 * @param stages indices in the workflow
 * @param before for each place in {@code stages}, the places of its predecessors
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record StageGraph(int[] stages, int[][] before) {
  /**
   * Returns the stages that a caller calls; null for the workflow itself. Empty if it calls no
   * stage.
   */
  public static StageGraph of(Workflow workflow, @Nullable String caller) {
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

  public int size() {
    return stages.length;
  }

  /**
   * Returns the place of the greatest value; -1 for no places. If several values are equal, the
   * first place.
   */
  public static int greatest(int[] places, double[] values) {
    int greatest = -1;
    for (int place : places) {
      if (greatest < 0 || values[place] > values[greatest]) {
        greatest = place;
      }
    }
    return greatest;
  }

  /** Returns the place of the stage that ends last. If several end then, the first place. */
  public int last(double[] ends) {
    int last = 0;
    for (int i = 1; i < ends.length; i++) {
      if (ends[i] > ends[last]) {
        last = i;
      }
    }
    return last;
  }
}
