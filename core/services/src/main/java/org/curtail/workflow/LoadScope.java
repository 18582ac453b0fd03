package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run through the stages called by the workflow itself or by an attempt. */
final class LoadScope {
  final int request;
  final ScopeShape shape;

  /** The calling attempt; null for the workflow itself. */
  final @Nullable LoadAttempt caller;

  /** Position within copies, for {@link Chance}. */
  final long inside;

  /** For stages nested in one that is not visited: the scope of that stage, and its place there. */
  final @Nullable LoadScope outer;

  final int outerPlace;

  /** Visits that have begun, ended ones included. */
  final List<LoadVisit> visits;

  /** Share of the whole kept by the needed stages. */
  double kept = 1;

  /** Utility lost by the other stages. */
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
    return new LoadScope(request, shape, null, Chance.NO_COPY, null, 0);
  }

  /** Returns the scope of an attempt's calls. */
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

  /** Returns the scope that replaces a stage that is not visited: its nested stages. */
  LoadScope without(int place, ScopeShape within) {
    return new LoadScope(request, within, caller, inside, this, place);
  }

  /** True if it belongs to a copy of a caller, at any depth. */
  boolean isCopy() {
    return inside != Chance.NO_COPY;
  }

  /** Counts an ended predecessor; true if the successor may begin. */
  boolean isFreed(int successor) {
    return --missing[successor] == 0;
  }

  /** Counts an ended stage; true if it was the last one. */
  boolean isComplete() {
    return --left == 0;
  }
}
