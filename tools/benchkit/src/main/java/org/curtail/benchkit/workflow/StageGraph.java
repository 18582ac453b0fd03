package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/** The order of stages; an index names a stage. Immutable. */
final class StageGraph {
  /** The workflow itself as a caller of stages. */
  static final int WORKFLOW = -1;

  private final List<List<Integer>> within = new ArrayList<>();
  private final List<List<Integer>> behind = new ArrayList<>();
  private final int[] before;

  StageGraph(Workflow workflow) {
    List<Stage> stages = workflow.stages();
    before = new int[stages.size()];
    within.add(numbers(workflow, null));
    for (Stage stage : stages) {
      within.add(numbers(workflow, stage.name()));
      behind.add(new ArrayList<>());
    }
    for (int s = 0; s < before.length; s++) {
      for (String earlier : stages.get(s).after()) {
        behind.get(workflow.index(earlier)).add(s);
        before[s]++;
      }
    }
  }

  private static List<Integer> numbers(Workflow workflow, @Nullable String caller) {
    return workflow.within(caller).stream().map(stage -> workflow.index(stage.name())).toList();
  }

  /**
   * Returns the stages that a caller calls.
   *
   * @param caller a stage, or {@link #WORKFLOW}
   */
  List<Integer> within(int caller) {
    return within.get(caller + 1);
  }

  boolean callsOthers(int stage) {
    return !within(stage).isEmpty();
  }

  /** Returns the stages that wait for a stage. */
  List<Integer> behind(int stage) {
    return behind.get(stage);
  }

  /** Returns the number of stages that a stage waits for. */
  int before(int stage) {
    return before[stage];
  }

  /** Returns all stages. */
  Stream<Integer> all() {
    return IntStream.range(0, before.length).boxed();
  }

  /** Number of stages. */
  int size() {
    return before.length;
  }
}
