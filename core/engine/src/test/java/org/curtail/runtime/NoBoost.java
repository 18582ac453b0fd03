package org.curtail.runtime;

/** Raises and lowers nobody, so that an engine boosts as if it did. */
final class NoBoost implements Boosting.ThreadBoost {
  @Override
  public void raise() {}

  @Override
  public void lower() {}

  @Override
  public String description() {
    return "none";
  }
}
