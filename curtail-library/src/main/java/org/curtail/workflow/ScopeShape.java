package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stages that one caller calls, and which of them wait for which. Immutable. */
final class ScopeShape {
  private final int[] stages;
  private final int[] predecessors;
  private final int[] roots;
  private final int[][] successors;

  private ScopeShape(int[] stages, int[] predecessors, int[] roots, int[][] successors) {
    this.stages = stages;
    this.predecessors = predecessors;
    this.roots = roots;
    this.successors = successors;
  }

  /** The stages within a stage; those that the workflow itself calls for null. */
  static ScopeShape of(Workflow workflow, @Nullable String caller) {
    List<Stage> within = workflow.within(caller);
    List<String> names = within.stream().map(Stage::name).toList();
    int[] predecessors = new int[names.size()];
    var roots = new ArrayList<Integer>();
    var successors = new ArrayList<List<Integer>>();
    for (int i = 0; i < names.size(); i++) {
      successors.add(new ArrayList<>());
    }
    for (int i = 0; i < names.size(); i++) {
      List<String> after = within.get(i).after();
      predecessors[i] = after.size();
      if (after.isEmpty()) {
        roots.add(i);
      }
      for (String before : after) {
        successors.get(names.indexOf(before)).add(i);
      }
    }
    return new ScopeShape(
        names.stream().mapToInt(workflow::index).toArray(),
        predecessors,
        ints(roots),
        successors.stream().map(ScopeShape::ints).toArray(int[][]::new));
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  boolean isEmpty() {
    return stages.length == 0;
  }

  /** The index in the workflow of a stage of this scope. */
  int stage(int i) {
    return stages[i];
  }

  /** How many stages each waits for; a copy. */
  int[] predecessors() {
    return predecessors.clone();
  }

  /** Those that wait for none. */
  int[] roots() {
    return roots;
  }

  /** Those that wait for a stage. */
  int[] successors(int i) {
    return successors[i];
  }
}
