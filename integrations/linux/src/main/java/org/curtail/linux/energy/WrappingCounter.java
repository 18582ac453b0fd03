package org.curtail.linux.energy;

/** Sum of a counter that wraps to 0 after its greatest value. For one thread at a time. */
final class WrappingCounter {
  private final long greatest;
  private long last;
  private long total;

  /**
   * Starts counting.
   *
   * @param greatest greatest value of the counter, at least 1
   * @param now its value, from 0 to the greatest
   */
  WrappingCounter(long greatest, long now) {
    this.greatest = greatest;
    last = now;
  }

  /**
   * Returns the sum since the start; correct if the counter wrapped at most once since the last
   * call.
   */
  long advance(long now) {
    // The kernel's greatest value is less than a full round by one step of the counter, about 61
    // uJ.
    total += now >= last ? now - last : greatest - last + now;
    last = now;
    return total;
  }
}
