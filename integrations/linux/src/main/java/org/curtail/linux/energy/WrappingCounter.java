package org.curtail.linux.energy;

/** Sums up a counter that begins at 0 again after its greatest value. For one thread at a time. */
final class WrappingCounter {
  private final long greatest;
  private long last;
  private long total;

  /**
   * Begins to count.
   *
   * @param greatest value of the counter, at least 1
   * @param now its value, from 0 to the greatest
   */
  WrappingCounter(long greatest, long now) {
    this.greatest = greatest;
    last = now;
  }

  /**
   * How much it has counted since this began, if it has not passed its greatest value twice since
   * it was asked last.
   */
  long advance(long now) {
    // The kernel's greatest value is a step of the counter, some 61 uJ, less than a whole round.
    total += now >= last ? now - last : greatest - last + now;
    last = now;
    return total;
  }
}
