package org.curtail.runtime;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Raises and lowers nobody, and insists on being called in turn. For one thread.
 *
 * @param stepping on whose behalf it is called
 * @param raised those that are
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
