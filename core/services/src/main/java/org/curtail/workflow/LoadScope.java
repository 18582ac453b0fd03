package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run through the stages that the workflow itself calls, or that an attempt calls. */
final class LoadScope {
  final int request;
  final ScopeShape shape;

  /** Who called; null for the workflow itself. */
  final @Nullable LoadAttempt caller;

  /** Within which copies it is, for {@link Chance}. */
  final long inside;

  /** Of stages within one that is not visited: where that would have been, and its place there. */
  final @Nullable LoadScope outer;

  final int outerPlace;

  /** Visits that have begun, those that ended too. */
  final List<LoadVisit> visits;

  /** What is kept of the whole by those stages without which it is of no use. */
  double kept = 1;

  /** The utility that was lost by those stages that stand beside others. */
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

  /** What the workflow itself calls. */
  static LoadScope of(int request, ScopeShape shape) {
    return new LoadScope(request, shape, null, Chance.NO_COPY, null, 0);
  }

  /** What an attempt calls. */
  static LoadScope within(LoadAttempt caller) {
    LoadVisit visit = caller.call.visit;
    long inside = visit.scope.inside;
    return new LoadScope(
        visit.scope.request,
        visit.stage.within,
        caller,
        caller.number == 0 ? inside : Chance.withinCopy(inside, visit.stage.index),
        null,
        0);
  }

  /** What runs in the place of a stage that is not visited: the stages within it. */
  LoadScope without(int place, ScopeShape within) {
    return new LoadScope(request, within, caller, inside, this, place);
  }

  /** Whether it belongs to a copy of a caller, at any depth. */
  boolean isCopy() {
    return inside != Chance.NO_COPY;
  }

  /** A stage has ended; whether one that comes after it may begin with it. */
  boolean isFreed(int successor) {
    return --missing[successor] == 0;
  }

  /** A stage has ended; whether it was the last one. */
  boolean isComplete() {
    return --left == 0;
  }
}
