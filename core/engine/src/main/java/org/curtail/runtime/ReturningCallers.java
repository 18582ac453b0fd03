package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Callers whose requests ended before they came back from them. Such a request runs no more, and a
 * caller is in no pool, so only this list knows that they still count. As a rule nobody is in it. A
 * list that needs no memory. Guarded by the engine's lock.
 */
final class ReturningCallers {
  /** The last one first. */
  private @Nullable Worker latest;

  /** A request has ended, and the worker that ended it is back. */
  void ended(Request<?, ?> request) {
    Worker caller = request.caller;
    if (caller != null && caller.isCountedFor(request) && !contains(caller)) {
      caller.nextReturning = latest;
      latest = caller;
    }
  }

  /** A caller is back from any request. */
  @SuppressWarnings("ReferenceEquality") // Another worker is another object.
  void isBack(Worker caller) {
    Worker before = null;
    Worker one = latest;
    while (one != null && one != caller) {
      before = one;
      one = one.nextReturning;
    }
    if (one == null) {
      return;
    }
    if (before == null) {
      latest = one.nextReturning;
    } else {
      before.nextReturning = one.nextReturning;
    }
    one.nextReturning = null;
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean contains(Worker caller) {
    for (Worker one = latest; one != null; one = one.nextReturning) {
      if (one == caller) {
        return true;
      }
    }
    return false;
  }

  /** How many are not back yet. Drops those whom an error has kept from being dropped. */
  int count() {
    int count = 0;
    Worker one = latest;
    while (one != null) {
      Worker next = one.nextReturning;
      if (one.served() == null) {
        isBack(one);
      } else {
        count++;
      }
      one = next;
    }
    return count;
  }
}
