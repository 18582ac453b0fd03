package org.curtail.automatic;

/**
 * For how long an alarm has stood of which it is not known yet what has changed. Nothing is told of
 * one that came before there was enough to compare with. For one thread.
 */
final class UndecidedAlarm {
  private final int most;
  private int values;

  /**
   * There is none.
   *
   * @param most after so many values it is known what has changed, or never
   */
  UndecidedAlarm(int most) {
    this.most = most;
  }

  /**
   * A value was looked at.
   *
   * @return whether the alarm has stood for too long
   */
  boolean isTooOld(boolean isRaised) {
    values = isRaised ? values + 1 : 0;
    return values > most;
  }
}
