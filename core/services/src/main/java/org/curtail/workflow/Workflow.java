package org.curtail.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A graph of stages that each request runs through. A stage begins when all its predecessors have
 * ended; the request ends with the last stage (Kwiken, section 3, equation 1). Stages are
 * independent of each other, unless there are {@link JointTraces}. Immutable.
 */
public final class Workflow {
  private final String name;
  private final List<Stage> stages;
  private final Map<String, Integer> indexes;
  private final @Nullable JointTraces joint;

  private Workflow(String name, List<Stage> stages, @Nullable JointTraces joint) {
    this.name = name;
    this.stages = List.copyOf(stages);
    this.joint = joint;
    indexes = new LinkedHashMap<>();
    for (Stage stage : stages) {
      indexes.put(stage.name(), indexes.size());
    }
  }

  /**
   * Returns a workflow of independent stages.
   *
   * @param name not blank
   * @param stages at least one, in any order
   * @throws IllegalArgumentException if two stages have the same name, a stage is after or within
   *     an unknown stage or one with another caller, or stages wait for each other in a circle;
   *     names the stages, a circle as a path
   */
  public static Workflow of(String name, List<Stage> stages) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a workflow must not be blank");
    }
    return new Workflow(name, StageOrder.sorted(stages), null);
  }

  /**
   * Returns this workflow with traced requests.
   *
   * @param traces traces of stages of this workflow that ask one server
   * @throws IllegalArgumentException if they have another stage
   */
  public Workflow with(JointTraces traces) {
    for (String stage : traces.stages()) {
      if (stage(stage).responders().count() > 1) {
        throw new IllegalArgumentException(
            "traces have one time for stage %s, but it asks %d servers"
                .formatted(stage, stage(stage).responders().count()));
      }
    }
    return new Workflow(name, stages, traces);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /**
   * Returns all stages in topological order: each after its predecessors and its caller; otherwise
   * in the given order.
   */
  public List<Stage> stages() {
    return stages;
  }

  /** Returns traced requests, if stages depend on each other; otherwise null. */
  public @Nullable JointTraces joint() {
    return joint;
  }

  /**
   * Returns the index of a stage in {@link #stages}.
   *
   * @throws IllegalArgumentException if there is no such stage
   */
  public int index(String stage) {
    Integer index = indexes.get(stage);
    if (index == null) {
      throw new IllegalArgumentException("workflow %s has no stage %s".formatted(name, stage));
    }
    return index;
  }

  /** Returns the stage with a name; throws as {@link #index} does. */
  public Stage stage(String stage) {
    return stages.get(index(stage));
  }

  /** Returns the stages that a caller calls, the workflow itself if null, in order. */
  public List<Stage> within(@Nullable String caller) {
    var found = new ArrayList<Stage>();
    for (Stage stage : stages) {
      if (Objects.equals(stage.within(), caller)) {
        found.add(stage);
      }
    }
    return found;
  }

  /** Returns the cost of all original visits of a request: the sum of the stages' costs. */
  public double totalCost() {
    return stages.stream().mapToDouble(Stage::cost).sum();
  }

  /**
   * Returns the cost of one copy of a visit: the stage's own cost and that of all stages within it,
   * each with its copies.
   *
   * @param fractions share of calls with a copy, one per stage in the order of {@link #stages}
   */
  public double copyCost(String stage, double[] fractions) {
    double cost = stage(stage).cost();
    for (Stage called : within(stage)) {
      cost += (1 + fractions[index(called.name())]) * copyCost(called.name(), fractions);
    }
    return cost;
  }

  /**
   * Returns the cost of all copies of a request, as a share of {@link #totalCost}. Each visit of a
   * stage sends its fraction of copies; visits within copies of a caller count with the caller.
   *
   * @param fractions share of calls with a copy, one per stage in the order of {@link #stages}
   */
  public double budgetUsed(double[] fractions) {
    if (fractions.length != stages.size()) {
      throw new IllegalArgumentException(
          "one fraction per stage, %d, but there are %d"
              .formatted(stages.size(), fractions.length));
    }
    double cost = 0;
    for (int i = 0; i < fractions.length; i++) {
      cost += fractions[i] * copyCost(stages.get(i).name(), fractions);
    }
    return cost / totalCost();
  }
}
