package org.curtail.runtime;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A boost without effect that checks the order of its calls. For one thread.
 *
 * @param stepping the worker for which it is called
 * @param raised raised workers
 */
record StrictBoost(Supplier<Object> stepping, Set<Object> raised) implements Boosting.ThreadBoost {
  StrictBoost(Supplier<Object> stepping) {
    this(stepping, new HashSet<>());
  }

  @Override
  public String description() {
    return "strict";
  }

  @Override
  public void raise() {
    if (!raised.add(stepping.get())) {
      throw new IllegalStateException("raised twice");
    }
  }

  @Override
  public void lower() {
    if (!raised.remove(stepping.get())) {
      throw new IllegalStateException("lowered, but was not raised");
    }
  }
}
