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

  /** Visits that have begun, those that ended too. */
  final List<LoadVisit> visits = new ArrayList<>();

  /** The product of the shares of responders that its visits have waited for. */
  double share = 1;

  private final int[] missing;
  private int left;

  private LoadScope(int request, ScopeShape shape, @Nullable LoadAttempt caller, long inside) {
    this.request = request;
    this.shape = shape;
    this.caller = caller;
    this.inside = inside;
    missing = shape.predecessors();
    left = missing.length;
  }

  /** What the workflow itself calls. */
  static LoadScope of(int request, ScopeShape shape) {
    return new LoadScope(request, shape, null, Chance.NO_COPY);
  }

  /** What an attempt calls. */
  static LoadScope within(LoadAttempt caller) {
    LoadVisit visit = caller.call.visit;
    long inside = visit.scope.inside;
    return new LoadScope(
        visit.scope.request,
        visit.stage.within,
        caller,
        caller.number == 0 ? inside : Chance.withinCopy(inside, visit.stage.index));
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
