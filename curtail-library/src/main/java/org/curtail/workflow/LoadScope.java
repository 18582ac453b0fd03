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

  /** Whether it belongs to a copy, and whether to one that was sent to catch up. */
  final boolean isCopy;

  final boolean isLateCopy;

  /** Visits that have begun. */
  final List<LoadVisit> visits = new ArrayList<>();

  private final int[] missing;
  private int left;

  LoadScope(int request, ScopeShape shape, @Nullable LoadAttempt caller) {
    this.request = request;
    this.shape = shape;
    this.caller = caller;
    boolean copied = caller != null && caller.number > 0;
    isCopy = caller != null && (copied || caller.call.visit.scope.isCopy);
    isLateCopy =
        caller != null
            && ((copied && caller.call.visit.catchesUp)
                || caller.call.visit.scope.isLateCopy);
    missing = shape.predecessors();
    left = missing.length;
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
