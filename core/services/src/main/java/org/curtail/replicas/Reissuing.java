package org.curtail.replicas;

import org.curtail.reissue.ReissuePolicy;

/** When further copies of a request are sent. Each goes to a replica that has none, if possible. */
public sealed interface Reissuing {
  /** Never. */
  Reissuing NONE = new Planned(ReissuePolicy.NONE);

  /** After 95 % of the latencies that were seen. */
  Reissuing HEDGE_AT_P95 = new AfterPercentile(95, 1000);

  /** To whatever is idle. */
  Reissuing LAEDGE = new Laedge();

  /** As a plan says: SingleD, SingleR, several copies, or none. */
  record Planned(ReissuePolicy policy) implements Reissuing {}

  /**
   * A hedged request (Dean, Barroso, "The Tail at Scale", CACM 2013): one more copy if there is no
   * answer after a percentile of the latencies that were seen. None is sent before as many answers
   * were seen as the window has.
   *
   * @param percentile more than 0, less than 100
   * @param window how many of the last answers count: at least 10; the percentile is taken anew ten
   *     times in each
   */
  record AfterPercentile(double percentile, int window) implements Reissuing {
    public AfterPercentile {
      if (!(percentile > 0 && percentile < 100)) {
        throw new IllegalArgumentException(
            "percentile must be between 0 and 100, both excluded: " + percentile);
      }
      if (window < 10) {
        throw new IllegalArgumentException("window must be at least 10: " + window);
      }
    }
  }

  /**
   * Tied requests (The Tail at Scale): two copies that know of each other. Who starts first tells
   * the other, which leaves its queue unless it has started too.
   *
   * @param messageMillis until the other one knows; the second copy is sent twice as long after the
   *     first one, as the paper advises. Finite, at least 0.
   */
  record Tied(double messageMillis) implements Reissuing {
    public Tied {
      if (!(messageMillis >= 0) || Double.isInfinite(messageMillis)) {
        throw new IllegalArgumentException(
            "messageMillis must be finite and at least 0: " + messageMillis);
      }
    }
  }

  /**
   * Load-aware hedging (LÆDGE; Primorac, Argyraki, Bugnion, "When to Hedge in Interactive
   * Services", NSDI 2021): requests wait at the client, in one queue for each shard, until a
   * replica has a free slot. Slots that nobody waits for take second copies, of the oldest requests
   * first. A request that finds no free slot takes that of the second copy that started last, at
   * once and for nothing. The choice of a replica has no say.
   */
  record Laedge() implements Reissuing {}
}
