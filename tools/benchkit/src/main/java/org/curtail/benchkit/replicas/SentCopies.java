package org.curtail.benchkit.replicas;

import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeListener;
import org.curtail.hedge.HedgeMetrics;

/**
 * Counts of copies.
 *
 * @param sent sent copies
 * @param overBudget copies suppressed by the budget
 * @param overLoad copies suppressed since all replicas seemed slow
 * @param tooEarly copies suppressed since too few samples were known
 */
public record SentCopies(long sent, long overBudget, long overLoad, long tooEarly) {
  public static final SentCopies NONE = new SentCopies(0, 0, 0, 0);

  /**
   * Returns the counts of a hedge.
   *
   * @param sent number of sent copies, counted at sending
   */
  public static SentCopies of(long sent, Hedge hedge) {
    HedgeMetrics.Counts counts = hedge.metrics().counts();
    return new SentCopies(
        sent,
        counts.suppressed(HedgeListener.SuppressedBy.BUDGET),
        counts.suppressed(HedgeListener.SuppressedBy.LOAD),
        counts.suppressed(HedgeListener.SuppressedBy.LEAST_SAMPLES));
  }

  /** Returns the difference to an earlier count. */
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
