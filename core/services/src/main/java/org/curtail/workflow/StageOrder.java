package org.curtail.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Sorts stages topologically, or says why that is impossible. */
final class StageOrder {
  private enum Visit {
    UNDER_WAY,
    DONE
  }

  private final Map<String, Stage> byName = new LinkedHashMap<>();
  private final Map<String, Visit> visits = new HashMap<>();
  private final List<String> path = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private final List<Stage> sorted = new ArrayList<>();

  /** A stage being visited, and the stages that it still needs. */
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

  /** Returns the stages that must come before a stage. */
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

  /** Returns the names from the first visit of the last one. */
  private String circle() {
    List<String> names = path.subList(path.indexOf(path.getLast()), path.size());
    return String.join(" -> ", names.reversed());
  }
}
