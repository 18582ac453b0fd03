package org.curtail.hedge;

import java.util.concurrent.atomic.LongAdder;
import org.curtail.reissue.live.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a due hedge may be sent. For the timer's thread only, except {@link
 * #answeredAtOnce} and {@link #becomesProbe}.
 */
final class HedgeGate {
  /** Positions of random numbers for one call, beside those of its reissues. */
  private static final int LOAD_QUESTION = 1_000;

  private static final int PROBE_QUESTION = 2_000;

  private final int leastSamples;
  private final HedgeMeters meters;
  private final HedgeBudget budget;
  private final LoadGuard guard;
  private final boolean isGuarded;
  private final double probing;
  private boolean hasSamples;

  private final LongAdder atOnce = new LongAdder();
  private long atOnceBefore;

  /** Calls answered before their first hedge was due, since the last update of the guard. */
  private long answeredBefore;

  HedgeGate(HedgeSetup setup, HedgeMeters meters, HedgeBudget budget) {
    leastSamples = setup.leastSamples();
    this.meters = meters;
    this.budget = budget;
    guard = new LoadGuard(setup.plannedShare(), budget.fraction());
    isGuarded = setup.isGuarded();
    probing = setup.probing();
  }

  LoadGuard guard() {
    return guard;
  }

  /** Counts a call with a possible hedge that was answered while it was being sent. */
  void answeredAtOnce() {
    atOnce.increment();
  }

  /** Counts a call that was answered before its first hedge was due. */
  void answeredBefore() {
    answeredBefore++;
  }

  /**
   * Counts a call without an answer when its first hedge is due.
   *
   * @param replica replica of the waiting attempt; null if not declared
   */
  void late(@Nullable Object replica) {
    long now = atOnce.sum();
    guard.answered(now - atOnceBefore + answeredBefore);
    atOnceBefore = now;
    answeredBefore = 0;
    guard.late(replica);
  }

  /** Decides whether a call becomes a probe, sent twice at once. Takes a token if so. */
  boolean becomesProbe(long coin) {
    return probing > 0
        && SplitMix.unit(coin, PROBE_QUESTION) < probing
        && guard.state().open() == 1
        && meters.answered() >= leastSamples
        && budget.take();
  }

  /**
   * Takes a token if the hedge may be sent.
   *
   * @return null if the hedge may be sent, otherwise the reason
   */
  HedgeListener.@Nullable SuppressedBy reasonToSuppress(long coin, int reissue) {
    hasSamples = hasSamples || meters.answered() >= leastSamples;
    if (!hasSamples) {
      return HedgeListener.SuppressedBy.LEAST_SAMPLES;
    }
    double open = guard.evaluate().open();
    if (isGuarded && SplitMix.unit(coin, LOAD_QUESTION + reissue) >= open) {
      return HedgeListener.SuppressedBy.LOAD;
    }
    return budget.take() ? null : HedgeListener.SuppressedBy.BUDGET;
  }
}
