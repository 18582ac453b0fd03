package org.curtail.replicas;

/** Treatment of the remaining copies after the first answer. */
public sealed interface Cancellation {
  /** All copies are served to their end. */
  Cancellation NONE = new None();

  /** The remaining copies end at once and without cost. */
  Cancellation AT_ONCE = new WhenAnswered(0, 0);

  /** All copies are served to their end; late answers are dropped. */
  record None() implements Cancellation {}

  /**
   * The remaining copies are cancelled. A waiting copy leaves the queue. A copy in service ends
   * after {@code costMillis}, or earlier by itself.
   *
   * @param delayMillis time until a replica gets the cancellation: finite, at least 0
   * @param costMillis service time to stop a copy in service: finite, at least 0
   */
  record WhenAnswered(double delayMillis, double costMillis) implements Cancellation {
    public WhenAnswered {
      if (!(delayMillis >= 0 && costMillis >= 0)
          || Double.isInfinite(delayMillis)
          || Double.isInfinite(costMillis)) {
        throw new IllegalArgumentException(
            "delayMillis and costMillis must be finite and at least 0: %s, %s"
                .formatted(delayMillis, costMillis));
      }
    }
  }
}
