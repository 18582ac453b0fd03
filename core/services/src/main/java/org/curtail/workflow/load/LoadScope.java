package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.visit.StageGraph;
import org.curtail.workflow.visit.StageRandom;
import org.jspecify.annotations.Nullable;

/** One run through the stages of one caller: the workflow itself, or an attempt. */
final class LoadScope {
  final int request;
  final ScopeShape shape;

  /** The calling attempt; null for the workflow itself. */
  final @Nullable LoadAttempt caller;

  /** Value of the copy around this run, for {@link StageRandom}. */
  final long inside;

  /** Scope of an unvisited stage if this scope has its nested stages; otherwise null. */
  final @Nullable LoadScope outer;

  final int outerPlace;

  /** Visits that have begun, including ended visits. */
  final List<LoadVisit> visits;

  /** Kept share of the whole answer, by the needed stages. */
  double kept = 1;

  /** Lost utility of the stages with a utility. */
  double besideLost;

  private final int[] missing;
  private int left;

  private LoadScope(
      int request,
      ScopeShape shape,
      @Nullable LoadAttempt caller,
      long inside,
      @Nullable LoadScope outer,
      int outerPlace) {
    this.request = request;
    this.shape = shape;
    this.caller = caller;
    this.inside = inside;
    this.outer = outer;
    this.outerPlace = outerPlace;
    visits = outer == null ? new ArrayList<>() : outer.visits;
    missing = shape.predecessors();
    left = missing.length;
  }

  /** Returns the scope of the workflow itself. */
  static LoadScope of(int request, ScopeShape shape) {
    return new LoadScope(request, shape, null, StageRandom.NO_COPY, null, 0);
  }

  /** Returns the scope of an attempt's calls. */
  static LoadScope within(LoadAttempt caller) {
    LoadVisit visit = caller.call.visit;
    long inside = visit.scope.inside;
    return new LoadScope(
        visit.scope.request,
        visit.stage.within,
        caller,
        caller.number == 0 ? inside : StageRandom.withinCopy(inside, visit.stage.index),
        null,
        0);
  }

  /** Returns the scope of the nested stages of an unvisited stage. */
  LoadScope without(int place, ScopeShape within) {
    return new LoadScope(request, within, caller, inside, this, place);
  }

  /** True if this run belongs to a copy of a caller, at any depth. */
  boolean isCopy() {
    return inside != StageRandom.NO_COPY;
  }

  /** Counts an ended predecessor; true if the successor may begin. */
  boolean isFreed(int successor) {
    return --missing[successor] == 0;
  }

  /** Counts an ended stage; true if it was the last one. */
  boolean isComplete() {
    return --left == 0;
  }

  /**
   * The stages of one caller with their successors: a run starts them when a stage ends. Immutable.
   */
  static final class ScopeShape {
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

    /** Returns the stages that a caller calls; null for the workflow itself. */
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
}
