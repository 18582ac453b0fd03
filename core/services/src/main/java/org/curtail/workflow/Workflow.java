package org.curtail.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A graph of stages that each request runs through. A stage begins when all its predecessors have
 * ended; the request ends with the last stage (Kwiken, section 3, equation 1). Without {@link
 * JointTraces}, stages are independent of each other. Immutable.
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
   * @throws IllegalArgumentException if two stages have the same name, if a stage is after or
   *     within an unknown stage, if it is after a stage with another caller, or if stages wait for
   *     each other in a circle; the message names the stages
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
   * @throws IllegalArgumentException if a trace names an unknown stage, or one with several
   *     responders
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
   * Returns all stages in topological order: each stage after its predecessors and its caller,
   * otherwise in the given order.
   */
  public List<Stage> stages() {
    return stages;
  }

  /** Returns the traced requests; null if stages are independent. */
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

  /**
   * Returns the stage with this name.
   *
   * @throws IllegalArgumentException if there is no such stage
   */
  public Stage stage(String stage) {
    return stages.get(index(stage));
  }

  /**
   * Returns the stages that a caller calls, in the order of {@link #stages}; null for the workflow
   * itself.
   */
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
   * Returns the cost of one copy of a visit: the stage's own cost, and the cost of all nested
   * stages with their copies.
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
   * Returns the cost of all copies of a request, as a share of {@link #totalCost}. A copy of a
   * caller includes the visits of its nested stages.
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

  /** Sorts stages topologically, or throws an exception with the reason. */
  private static final class StageOrder {
    private enum Visit {
      UNDER_WAY,
      DONE
    }

    private final Map<String, Stage> byName = new LinkedHashMap<>();
    private final Map<String, Visit> visits = new HashMap<>();
    private final List<String> path = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private final List<Stage> sorted = new ArrayList<>();

    /** A stage on the current path, and its predecessors still to be visited. */
    private record Open(Stage stage, Iterator<Stage> needed) {}

    private StageOrder(List<Stage> stages) {
      if (stages.isEmpty()) {
        throw new IllegalArgumentException("a workflow needs at least one stage");
      }
      for (Stage stage : stages) {
        if (byName.put(stage.name(), stage) != null) {
          throw new IllegalArgumentException("two stages are named " + stage.name());
        }
      }
    }

    static List<Stage> sorted(List<Stage> stages) {
      var order = new StageOrder(stages);
      for (Stage stage : stages) {
        order.visit(stage);
      }
      return order.sorted;
    }

    /** Visits without recursion: a chain may have thousands of stages. */
    private void visit(Stage first) {
      enter(first);
      while (!open.isEmpty()) {
        Open last = open.getLast();
        if (last.needed().hasNext()) {
          enter(last.needed().next());
        } else {
          open.removeLast();
          path.removeLast();
          visits.put(last.stage().name(), Visit.DONE);
          sorted.add(last.stage());
        }
      }
    }

    private void enter(Stage stage) {
      Visit visit = visits.get(stage.name());
      if (visit == Visit.DONE) {
        return;
      }
      path.add(stage.name());
      if (visit == Visit.UNDER_WAY) {
        throw new IllegalArgumentException("stages wait for each other in a circle: " + circle());
      }
      visits.put(stage.name(), Visit.UNDER_WAY);
      open.add(new Open(stage, needed(stage).iterator()));
    }

    /** Returns the caller and the predecessors of a stage. */
    private List<Stage> needed(Stage stage) {
      var needed = new ArrayList<Stage>();
      String caller = stage.within();
      if (caller != null) {
        needed.add(caller(stage, caller));
      }
      for (String before : stage.after()) {
        Stage earlier = known(stage, "after", before);
        if (!Objects.equals(earlier.within(), caller)) {
          throw new IllegalArgumentException(
              "stage %s is after %s, which is not within the same stage"
                  .formatted(stage.name(), before));
        }
        needed.add(earlier);
      }
      return needed;
    }

    private Stage caller(Stage stage, String name) {
      Stage caller = known(stage, "within", name);
      if (caller.responders().count() > 1) {
        throw new IllegalArgumentException(
            "stage %s is within %s, which asks %d servers: only a stage that asks one can call others"
                .formatted(stage.name(), name, caller.responders().count()));
      }
      return caller;
    }

    private Stage known(Stage stage, String relation, String name) {
      Stage known = byName.get(name);
      if (known == null) {
        throw new IllegalArgumentException(
            "stage %s is %s %s, which is not a stage".formatted(stage.name(), relation, name));
      }
      return known;
    }

    /** Returns the circle that ends with the last stage of the path. */
    private String circle() {
      List<String> names = path.subList(path.indexOf(path.getLast()), path.size());
      return String.join(" -> ", names.reversed());
    }
  }
}
