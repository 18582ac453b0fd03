package org.curtail.benchkit.replicas;

import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeListener;
import org.curtail.hedge.HedgeMetrics;

/**
 * Copies beside the first ones.
 *
 * @param sent copies sent
 * @param overBudget due, but the budget was used up
 * @param overLoad due, but all replicas seemed slow
 * @param tooEarly due, but too little was known yet
 */
public record SentCopies(long sent, long overBudget, long overLoad, long tooEarly) {
  public static final SentCopies NONE = new SentCopies(0, 0, 0, 0);

  /**
   * Copies of a hedge.
   *
   * @param sent counted at sending
   */
  public static SentCopies of(long sent, Hedge hedge) {
    HedgeMetrics.Counts counts = hedge.metrics().counts();
    return new SentCopies(
        sent,
        counts.suppressed(HedgeListener.SuppressedBy.BUDGET),
        counts.suppressed(HedgeListener.SuppressedBy.LOAD),
        counts.suppressed(HedgeListener.SuppressedBy.LEAST_SAMPLES));
  }

  /** Difference to an earlier count. */
  public SentCopies since(SentCopies earlier) {
    return new SentCopies(
        sent - earlier.sent,
        overBudget - earlier.overBudget,
        overLoad - earlier.overLoad,
        tooEarly - earlier.tooEarly);
  }

  public SentCopies plus(SentCopies more) {
    return new SentCopies(
        sent + more.sent,
        overBudget + more.overBudget,
        overLoad + more.overLoad,
        tooEarly + more.tooEarly);
  }
}
