package org.curtail.hedge;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.TimeBuckets;

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

  /**
   * How long calls took, to three significant digits: what is answered differs from what occurred
   * by less than 0.1 % or by 1 us. Immutable; of bounded size.
   */
  public static final class CallTimes {
    /** Buckets are at most a 1,024th of their times wide. */
    private static final int SHIFT = TimeBuckets.shiftFor(1.0 / 1024);

    /** Times below a microsecond are not told from each other; above an hour they are an hour. */
    private static final long LEAST_NANOS = 1_000;

    private static final long MOST_NANOS = Duration.ofHours(1).toNanos();
    private static final long FIRST = TimeBuckets.bucket(LEAST_NANOS, SHIFT);

    /** The length of counts. */
    static final int BUCKETS = Math.toIntExact(TimeBuckets.bucket(MOST_NANOS, SHIFT) - FIRST + 1);

    private static final long[] NONE = new long[BUCKETS];

    /** By bucket; not changed any more. */
    private final long[] known;

    /** Of which only is known that they took longer; not changed any more. */
    private final long[] longer;

    private final long count;
    private final long[] valuesNanos;
    private final double[] weights;

    /**
     * By Kaplan and Meier (JASA 1958): who is out of sight at some time is like those still seen.
     */
    private CallTimes(long[] known, long[] longer) {
      this.known = known;
      this.longer = longer;
      count = Arrays.stream(known).sum() + Arrays.stream(longer).sum();
      double all = count;
      double atRisk = all;
      double left = 1;
      int last = -1;
      int steps = 0;
      long[] nanos = new long[BUCKETS + 1];
      double[] weight = new double[BUCKETS + 1];
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        if (known[bucket] > 0) {
          double after = atRisk <= known[bucket] ? 0 : left * (1 - known[bucket] / atRisk);
          nanos[steps] = nanos(bucket);
          weight[steps++] = all * (left - after);
          left = after;
        }
        if (known[bucket] > 0 || longer[bucket] > 0) {
          last = bucket;
        }
        // Who was last seen in this bucket was at risk when others of it ended.
        atRisk -= known[bucket] + longer[bucket];
      }
      if (left > 0 && last >= 0) {
        nanos[steps] = nanos(last);
        weight[steps++] = all * left;
      }
      valuesNanos = Arrays.copyOf(nanos, steps);
      weights = Arrays.copyOf(weight, steps);
    }

    /** The bucket that counts a time. */
    static int bucket(long nanos) {
      long within = Math.clamp(nanos, LEAST_NANOS, MOST_NANOS);
      return Math.toIntExact(TimeBuckets.bucket(within, SHIFT) - FIRST);
    }

    /** The greatest time of a bucket. */
    private static long nanos(int bucket) {
      return (long) TimeBuckets.millis(FIRST + bucket, SHIFT);
    }

    /**
     * Times of which all are known.
     *
     * @param counts by bucket
     */
    static CallTimes known(long[] counts) {
      return new CallTimes(counts, NONE);
    }

    /** Times some of which are only known to be longer. */
    static CallTimes estimated(long[] known, long[] longer) {
      return new CallTimes(known, longer);
    }

    /** What has been recorded since an earlier snapshot. */
    CallTimes since(CallTimes earlier) {
      return new CallTimes(difference(known, earlier.known), difference(longer, earlier.longer));
    }

    private static long[] difference(long[] of, long[] earlier) {
      long[] added = new long[BUCKETS];
      Arrays.setAll(added, bucket -> of[bucket] - earlier[bucket]);
      return added;
    }

    /** Number of calls. */
    public long count() {
      return count;
    }

    /**
     * The smallest time, in nanoseconds, that so many percent of all calls did not exceed; 0 if
     * there are no calls.
     *
     * @param percentile 0 to 100; 0 gives the smallest time, 100 the greatest
     * @throws IllegalArgumentException if it is something else
     */
    public long percentileNanos(double percentile) {
      Percentiles.check(percentile);
      if (valuesNanos.length == 0) {
        return 0;
      }
      return valuesNanos[Percentiles.rank(percentile, weights)];
    }

    /** The mean in nanoseconds; 0 if there are no calls. */
    public double meanNanos() {
      double sum = 0;
      double weight = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += weights[i] * valuesNanos[i];
        weight += weights[i];
      }
      return weight == 0 ? 0 : sum / weight;
    }
  }
}
