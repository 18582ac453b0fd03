package org.curtail.runtime;

/** A boost without effect, so that an engine runs its code for boosts. */
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
