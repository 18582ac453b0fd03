package org.curtail.benchkit.results;

import java.util.List;

/**
 * Picture of a workflow: its stages, their times, their blame, and the plan.
 *
 * @param name name of the workflow
 * @param percentile percentile of the latency: above 0, below 100
 * @param stages at least one stage, each after its predecessors and its caller
 */
public record DrawnWorkflow(String name, double percentile, List<DrawnStage> stages) {
  public DrawnWorkflow {
    stages = List.copyOf(stages);
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("a workflow needs at least one stage");
    }
    for (int i = 0; i < stages.size(); i++) {
      requireKnown(stages.get(i), stages.subList(0, i).stream().map(DrawnStage::name).toList());
    }
  }

  private static void requireKnown(DrawnStage stage, List<String> before) {
    if (before.contains(stage.name())) {
      throw new IllegalArgumentException("two stages are named " + stage.name());
    }
    for (String name : stage.after()) {
      if (!before.contains(name)) {
        throw new IllegalArgumentException(
            "stage %s is after %s, which is no stage before it".formatted(stage.name(), name));
      }
    }
    String caller = stage.within();
    if (caller != null && !before.contains(caller)) {
      throw new IllegalArgumentException(
          "stage %s is within %s, which is no stage before it".formatted(stage.name(), caller));
    }
  }
}
