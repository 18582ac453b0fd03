package org.curtail.hedge;

import java.util.concurrent.atomic.LongAdder;
import org.curtail.reissue.live.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a hedge that is due may be sent. For the timer's thread only, but for {@link
 * #answeredAtOnce} and {@link #probes}.
 */
final class HedgeGate {
  /** Questions to the coin of a call, beside those of its reissues. */
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

  /** Since the guard was told last. */
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

  /** A call that might have been hedged had its answer as soon as it was sent. */
  void answeredAtOnce() {
    atOnce.increment();
  }

  /** A call had its answer before its first hedge was due. */
  void answeredBefore() {
    answeredBefore++;
  }

  /**
   * A call had none.
   *
   * @param replica where it waits; null if nobody said
   */
  void reached(@Nullable Object replica) {
    long now = atOnce.sum();
    guard.answered(now - atOnceBefore + answeredBefore);
    atOnceBefore = now;
    answeredBefore = 0;
    guard.reached(replica);
  }

  /** Whether a call is sent twice at once, to learn from it; then a token was taken. */
  boolean probes(long coin) {
    return probing > 0
        && SplitMix.unit(coin, PROBE_QUESTION) < probing
        && guard.state().open() == 1
        && meters.answered() >= leastSamples
        && budget.take();
  }

  /**
   * Takes a token if the hedge may be sent.
   *
   * @return null if it may
   */
  HedgeListener.@Nullable SuppressedBy suppresses(long coin, int reissue) {
    hasSamples = hasSamples || meters.answered() >= leastSamples;
    if (!hasSamples) {
      return HedgeListener.SuppressedBy.LEAST_SAMPLES;
    }
    double open = guard.look().open();
    if (isGuarded && SplitMix.unit(coin, LOAD_QUESTION + reissue) >= open) {
      return HedgeListener.SuppressedBy.LOAD;
    }
    return budget.take() ? null : HedgeListener.SuppressedBy.BUDGET;
  }
}
