package org.curtail.hedge;

import java.util.Map;
import org.curtail.reissue.ReissuePolicy;

/**
 * What a hedge has done, and what it is doing: a snapshot. Immutable. Counts begin with the hedge.
 *
 * @param fromNanos reading of the clock when counting began
 * @param atNanos the reading when the snapshot was taken, at least {@code fromNanos}
 * @param with times of answered calls, from the call to its answer, as they were
 * @param without what these times would have been without hedging, estimated: times of first
 *     attempts, where one that was cancelled is known to have taken longer (Kaplan-Meier); the
 *     share of calls of which nothing more is known stands at the longest time
 */
public record HedgeMetrics(
    long fromNanos, long atNanos, Counts counts, Gauges gauges, CallTimes with, CallTimes without) {

  /**
   * What only grows.
   *
   * @param calls that were started
   * @param ended by how they ended; a count for each outcome
   * @param hedges attempts that were sent because there was no answer yet
   * @param retries attempts that were sent because all others had failed
   * @param won calls that were answered by a further attempt, not by the first
   * @param lost further attempts that were sent and did not answer first, failed ones included
   * @param failedAttempts attempts that failed, first ones included
   * @param suppressed attempts that were due and not sent; a count for each reason
   */
  public record Counts(
      long calls,
      Map<CallEnd.Outcome, Long> ended,
      long hedges,
      long retries,
      long won,
      long lost,
      long failedAttempts,
      Map<SuppressedBy, Long> suppressed) {
    public Counts {
      ended = Map.copyOf(ended);
      suppressed = Map.copyOf(suppressed);
    }

    /** Further attempts that were sent: hedges and retries. */
    public long sent() {
      return hedges + retries;
    }
  }

  /**
   * What goes up and down.
   *
   * @param underWay calls that have not ended
   * @param tokens in the budget
   * @param openShare share of the hedges that are due which load and failures let pass: 1 is all
   * @param policy in force
   * @param listenersFailed listeners that threw and are not told any more
   */
  public record Gauges(
      long underWay, double tokens, double openShare, ReissuePolicy policy, int listenersFailed) {}

  /**
   * What has happened since an earlier snapshot of the same hedge; gauges are as they are in this
   * one.
   *
   * @throws IllegalArgumentException if the other is later, or of another hedge and that shows
   */
  public HedgeMetrics since(HedgeMetrics earlier) {
    throw new UnsupportedOperationException("since: " + earlier);
  }

  /** All of it for people to read: aligned lines, the last with a line break too. */
  public String text() {
    throw new UnsupportedOperationException("text");
  }
}
