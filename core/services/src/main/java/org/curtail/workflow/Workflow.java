package org.curtail.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A graph of stages that each request runs through: a stage begins when all those that it comes
 * after have ended, and the request ends with the last stage (Kwiken, section 3, equation 1).
 * Stages are independent of each other, unless there are {@link JointTraces}. Immutable.
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
   * A workflow of stages that do not depend on each other.
   *
   * @param name not blank
   * @param stages at least one, in any order
   * @throws IllegalArgumentException if two have the same name, one is after or within a stage that
   *     is not there or not within the same stage, or stages wait for each other in a circle; names
   *     the stages, a circle as a path
   */
  public static Workflow of(String name, List<Stage> stages) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a workflow must not be blank");
    }
    return new Workflow(name, StageOrder.sorted(stages), null);
  }

  /**
   * The same workflow, of which whole requests were traced.
   *
   * @param traces of stages of this workflow that ask one server
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

  /** Its name. */
  public String name() {
    return name;
  }

  /**
   * All stages, each behind those that it comes after and behind the one that it is within; else in
   * the order given.
   */
  public List<Stage> stages() {
    return stages;
  }

  /** Whole requests, if stages depend on each other; else null. */
  public @Nullable JointTraces joint() {
    return joint;
  }

  /**
   * Where a stage is among {@link #stages}.
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

  /** The stage of a name; throws as {@link #index} does. */
  public Stage stage(String stage) {
    return stages.get(index(stage));
  }

  /** The stages within a stage, in order; those that the workflow itself calls for null. */
  public List<Stage> within(@Nullable String caller) {
    var found = new ArrayList<Stage>();
    for (Stage stage : stages) {
      if (Objects.equals(stage.within(), caller)) {
        found.add(stage);
      }
    }
    return found;
  }

  /** What all first visits of a request cost: the sum of the stages' costs. */
  public double totalCost() {
    return stages.stream().mapToDouble(Stage::cost).sum();
  }

  /**
   * What one copy of a visit costs: the stage's own cost and that of all stages within it, each
   * with its copies.
   *
   * @param fractions share of calls sent again, one per stage in the order of {@link #stages}
   */
  public double copyCost(String stage, double[] fractions) {
    double cost = stage(stage).cost();
    for (Stage called : within(stage)) {
      cost += (1 + fractions[index(called.name())]) * copyCost(called.name(), fractions);
    }
    return cost;
  }

  /**
   * What all copies of a request cost, as a share of {@link #totalCost}. Each visit of a stage
   * sends its fraction of copies; visits within copies of a caller are counted with the caller.
   *
   * @param fractions share of calls sent again, one per stage in the order of {@link #stages}
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
