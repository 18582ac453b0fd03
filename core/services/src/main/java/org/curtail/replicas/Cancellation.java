package org.curtail.replicas;

/** What becomes of the other copies of a request that has its answer. */
public sealed interface Cancellation {
  /** They are served to their end; their answers are dropped. */
  Cancellation NONE = new None();

  /** They end at once and for nothing. */
  Cancellation AT_ONCE = new WhenAnswered(0, 0);

  /** They are served to their end. */
  record None() implements Cancellation {}

  /**
   * They are told to stop. Who waits leaves the queue; who is served ends after what it costs, if
   * it would not have ended before.
   *
   * @param delayMillis until they know: finite, at least 0
   * @param costMillis how much longer a replica computes for one that it serves: finite, at least 0
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
