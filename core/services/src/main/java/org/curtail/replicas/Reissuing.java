package org.curtail.replicas;

import org.curtail.reissue.ReissuePolicy;

/**
 * Rule for sending copies. Each copy goes to a replica without a copy of the request, if there is
 * one.
 */
public sealed interface Reissuing {
  /** Sends no copies. */
  Reissuing NONE = new Planned(ReissuePolicy.NONE);

  /** Sends a copy after the 95th percentile of the observed latencies. */
  Reissuing HEDGE_AT_P95 = new AfterPercentile(95, 1000);

  /** Sends copies to idle slots only. */
  Reissuing LAEDGE = new Laedge();

  /** Sends copies by a plan: SingleD, SingleR, several copies, or none. */
  record Planned(ReissuePolicy policy) implements Reissuing {}

  /**
   * A hedged request (Dean, Barroso, "The Tail at Scale", CACM 2013): sends a copy after a
   * percentile of the observed latencies. Sends no copy before the first full window of answers.
   *
   * @param percentile more than 0, less than 100
   * @param window number of latencies in the percentile, the last ones: at least 10; the percentile
   *     is computed ten times per window
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
   * Tied requests (The Tail at Scale): each request is sent twice. The attempt that starts first
   * cancels the other attempt, if that attempt still waits.
   *
   * @param messageMillis time of the cancellation message: finite, at least 0; the second attempt
   *     follows the first after twice this time, as the paper advises
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
   * Load-aware hedging (LÆDGE, NSDI 2021), see {@link org.curtail.reissue.plan.IdleDispatch}. Each
   * shard has a queue at the client. Cancelling a copy is immediate and free. The {@link
   * ReplicaChoice} is not used.
   */
  record Laedge() implements Reissuing {}
}
