package org.curtail.automatic;

import java.util.List;

/**
 * Simulates candidates on a profile and chooses, a piece of work at a time. Not thread-safe; what
 * it answers depends on its setting alone, not on when its pieces are done.
 */
public final class Judge {
  /** Has not begun. */
  public Judge(JudgeSetting setting) {}

  /** Whether there is nothing left to do. */
  public boolean isDone() {
    return false;
  }

  /**
   * Does the next piece: at most some tens of milliseconds of one core, but for the table of {@code
   * few-to-many}, whose planning is one piece of up to a second.
   *
   * @throws IllegalStateException if there is nothing left to do
   */
  public void step() {}

  /** How much is done of the most that there may be to do, 0 to 1. */
  public double doneShare() {
    return 0;
  }

  /** Does all that is left. */
  public PolicyMap judge() {
    while (!isDone()) {
      step();
    }
    return map();
  }

  /**
   * What was chosen.
   *
   * @throws IllegalStateException if there is something left to do
   */
  public PolicyMap map() {
    throw new IllegalStateException("the judge has not finished");
  }

  /**
   * What was found, by load and then in order of the candidates.
   *
   * @throws IllegalStateException if there is something left to do
   */
  public List<Finding> findings() {
    throw new IllegalStateException("the judge has not finished");
  }
}
