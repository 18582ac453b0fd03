package org.curtail.replicas;

import org.curtail.reissue.ReissuePolicy;

/** Rule that sends copies of a request, each to a replica without one, if possible. */
public sealed interface Reissuing {
  /** Sends no copies. */
  Reissuing NONE = new Planned(ReissuePolicy.NONE);

  /** Sends a copy after the 95th percentile of the observed latencies. */
  Reissuing HEDGE_AT_P95 = new AfterPercentile(95, 1000);

  /** Sends copies to idle slots. */
  Reissuing LAEDGE = new Laedge();

  /** Sends copies by a plan: SingleD, SingleR, several copies, or none. */
  record Planned(ReissuePolicy policy) implements Reissuing {}

  /**
   * A hedged request (Dean, Barroso, "The Tail at Scale", CACM 2013): a copy after a percentile of
   * the observed latencies. None is sent before a whole window of answers.
   *
   * @param percentile more than 0, less than 100
   * @param window number of last answers that count: at least 10; the percentile is computed ten
   *     times per window
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
   * Tied requests (The Tail at Scale): two copies that know of each other. The copy that starts
   * first cancels the other, which leaves its queue unless it has started too.
   *
   * @param messageMillis time of that message; the second copy is sent twice as long after the
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
   * replica has a free slot. Unneeded slots take second copies, of the oldest requests first. A
   * request that finds no free slot takes that of the last sent second copy, at once and without
   * cost. The choice of a replica is not used.
   */
  record Laedge() implements Reissuing {}
}
