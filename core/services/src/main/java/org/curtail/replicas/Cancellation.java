package org.curtail.replicas;

/** Treatment of the other copies of an answered request. */
public sealed interface Cancellation {
  /** They are served to their end; their answers are dropped. */
  Cancellation NONE = new None();

  /** They end at once and without cost. */
  Cancellation AT_ONCE = new WhenAnswered(0, 0);

  /** They are served to their end. */
  record None() implements Cancellation {}

  /**
   * They are cancelled. A waiting copy leaves the queue; a served one ends after the cost of
   * stopping, if it would not have ended before.
   *
   * @param delayMillis time until a replica knows: finite, at least 0
   * @param costMillis further service time of a copy in service: finite, at least 0
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
