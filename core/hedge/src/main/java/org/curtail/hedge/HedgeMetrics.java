package org.curtail.hedge;

import java.util.EnumMap;
import java.util.Map;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;

/**
 * What a hedge has done, and what it is doing: a snapshot. Immutable. Taking one takes no lock that
 * calls wait for; it is no picture of one instant, since calls go on meanwhile. Counts begin with
 * the hedge. A call whose future is done is counted everywhere.
 *
 * @param fromNanos nanoseconds since the hedge was made when counting began: 0, or those of an
 *     earlier snapshot
 * @param atNanos when the snapshot was taken, at least {@code fromNanos}
 * @param with times of calls as they were, from the call to its answer or to its deadline
 * @param without what these times would have been without hedging, estimated: times of first
 *     attempts, where one that was cancelled is known to have taken longer (Kaplan-Meier). Right as
 *     far as a hedge is no quicker than usual because its first attempt is slow. Calls of which
 *     nothing more is known stand at the longest time that was seen, so high percentiles may be too
 *     low.
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
      Map<Outcome, Long> ended,
      long hedges,
      long retries,
      long won,
      long lost,
      long failedAttempts,
      Map<HedgeListener.SuppressedBy, Long> suppressed) {
    public Counts {
      ended = Map.copyOf(ended);
      suppressed = Map.copyOf(suppressed);
    }

    /** Further attempts that were sent: hedges and retries. */
    public long sent() {
      return hedges + retries;
    }

    /** How many calls ended so. */
    public long ended(Outcome outcome) {
      return ended.getOrDefault(outcome, 0L);
    }

    /** How many calls ended, whichever way. */
    public long allEnded() {
      return ended.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many further attempts were not sent for this reason. */
    public long suppressed(HedgeListener.SuppressedBy by) {
      return suppressed.getOrDefault(by, 0L);
    }

    private Counts since(Counts earlier) {
      var endedSince = new EnumMap<Outcome, Long>(Outcome.class);
      ended.forEach((outcome, count) -> endedSince.put(outcome, count - earlier.ended(outcome)));
      var suppressedSince =
          new EnumMap<HedgeListener.SuppressedBy, Long>(HedgeListener.SuppressedBy.class);
      suppressed.forEach((by, count) -> suppressedSince.put(by, count - earlier.suppressed(by)));
      return new Counts(
          calls - earlier.calls,
          endedSince,
          hedges - earlier.hedges,
          retries - earlier.retries,
          won - earlier.won,
          lost - earlier.lost,
          failedAttempts - earlier.failedAttempts,
          suppressedSince);
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
    if (earlier.fromNanos != fromNanos || earlier.atNanos > atNanos) {
      throw new IllegalArgumentException(
          "expected an earlier snapshot of the same hedge, from %d and until at most %d; found %d to %d"
              .formatted(fromNanos, atNanos, earlier.fromNanos, earlier.atNanos));
    }
    return new HedgeMetrics(
        earlier.atNanos,
        atNanos,
        counts.since(earlier.counts),
        gauges,
        with.since(earlier.with),
        without.since(earlier.without));
  }

  /** Time that is counted, from the hedge's start or the earlier snapshot. */
  public long nanos() {
    return atNanos - fromNanos;
  }

  /** All of it for people to read: aligned lines, the last with a line break too. */
  public String text() {
    return HedgeMetricsText.of(this);
  }

  /** The main counts and times in one line, for logs. {@link #text} has the rest. */
  @Override
  public String toString() {
    return HedgeMetricsText.line(this);
  }
}
