package org.curtail.workflow;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The stages with one caller and their order, for a run that proceeds from stage to stage as they
 * end. Immutable.
 */
final class ScopeShape {
  private final StageGraph graph;
  private final int[] predecessors;
  private final int[] roots;
  private final int[][] successors;

  private ScopeShape(StageGraph graph) {
    this.graph = graph;
    int[][] before = graph.before();
    predecessors = IntStream.range(0, before.length).map(i -> before[i].length).toArray();
    roots = IntStream.range(0, before.length).filter(i -> before[i].length == 0).toArray();
    successors = new int[before.length][];
    for (int i = 0; i < before.length; i++) {
      int place = i;
      successors[i] =
          IntStream.range(0, before.length)
              .filter(other -> IntStream.of(before[other]).anyMatch(one -> one == place))
              .toArray();
    }
  }

  /** Returns the stages that a caller calls, the workflow itself if null. */
  static ScopeShape of(Workflow workflow, @Nullable String caller) {
    return new ScopeShape(StageGraph.of(workflow, caller));
  }

  boolean isEmpty() {
    return predecessors.length == 0;
  }

  /** Returns the index in the workflow of a stage of this scope. */
  int stage(int place) {
    return graph.stages()[place];
  }

  /** Returns the number of predecessors of each stage; a copy. */
  int[] predecessors() {
    return predecessors.clone();
  }

  /** Returns the stages without predecessors. */
  int[] roots() {
    return roots;
  }

  /** Returns the stages that wait for a stage. */
  int[] successors(int place) {
    return successors[place];
  }
}
