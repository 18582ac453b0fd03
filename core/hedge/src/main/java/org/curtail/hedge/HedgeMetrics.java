package org.curtail.hedge;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Formatter;
import java.util.Locale;
import java.util.Map;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.TimeBuckets;

/**
 * A snapshot of a hedge's counts and gauges. Immutable. Calls do not wait while a snapshot is
 * taken, so its parts may differ by some calls. Counts begin with the hedge. A call whose future is
 * done is included in all parts.
 *
 * @param fromNanos start of the counts, in nanoseconds since the hedge was created: 0, or the time
 *     of an earlier snapshot
 * @param atNanos time of the snapshot, at least {@code fromNanos}
 * @param with times of calls, to the answer or to the deadline
 * @param without estimated times without hedging, from the times of first attempts. A cancelled
 *     first attempt would have taken longer than it was seen (Kaplan-Meier). Assumption: a copy is
 *     not faster because its first attempt is slow. Calls longer than all observations count with
 *     the longest observed time, so high percentiles may be too low.
 */
public record HedgeMetrics(
    long fromNanos, long atNanos, Counts counts, Gauges gauges, CallTimes with, CallTimes without) {

  /**
   * Counts that only grow.
   *
   * @param calls started calls
   * @param ended number of ended calls for each outcome
   * @param hedges copies sent because there was no answer yet
   * @param retries attempts sent because all others had failed
   * @param won calls answered by a copy or a retry
   * @param lost copies and retries that did not answer first, failed ones included
   * @param failedAttempts failed attempts, first ones included
   * @param suppressed number of due attempts that were not sent, for each reason
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

    /** Returns the number of copies and retries. */
    public long sent() {
      return hedges + retries;
    }

    /** Returns the number of calls with an outcome. */
    public long ended(Outcome outcome) {
      return ended.getOrDefault(outcome, 0L);
    }

    /** Returns the number of ended calls. */
    public long allEnded() {
      return ended.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of attempts suppressed for a reason. */
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
   * Values that rise and fall.
   *
   * @param underWay calls that have not ended
   * @param tokens saved tokens in the budget
   * @param openShare share of the due hedges that load and failures allow: 1 is all
   * @param policy present policy
   * @param listenersFailed listeners that threw and are not called any more
   */
  public record Gauges(
      long underWay, double tokens, double openShare, ReissuePolicy policy, int listenersFailed) {}

  /**
   * Returns the changes of counts and times since an earlier snapshot of the same hedge. The gauges
   * are not changed.
   *
   * @throws IllegalArgumentException if the earlier snapshot is later than this one, or
   *     recognisably of another hedge
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

  /** Returns the counted time, from the hedge's start or the earlier snapshot. */
  public long nanos() {
    return atNanos - fromNanos;
  }

  /** Returns all counts, gauges and times as aligned lines of text, each with a line break. */
  public String text() {
    return HedgeMetricsText.of(this);
  }

  /** Returns the main counts and times in one line, for logs. */
  @Override
  public String toString() {
    return HedgeMetricsText.line(this);
  }

  /**
   * Times of calls with three significant digits. The error is below 0.1 % or 1 us. Immutable, with
   * a bounded size.
   */
  public static final class CallTimes {
    /** Buckets are at most a 1,024th of their times wide. */
    private static final int SHIFT = TimeBuckets.shiftFor(1.0 / 1024);

    /** Times below a microsecond count as one; above an hour as an hour. */
    private static final long LEAST_NANOS = 1_000;

    private static final long MOST_NANOS = Duration.ofHours(1).toNanos();
    private static final long FIRST = TimeBuckets.bucket((double) LEAST_NANOS, SHIFT);

    static final int BUCKETS =
        Math.toIntExact(TimeBuckets.bucket((double) MOST_NANOS, SHIFT) - FIRST + 1);

    private static final long[] NONE = new long[BUCKETS];

    /** Counts of known times by bucket; not modified. */
    private final long[] known;

    /** Counts of censored times by bucket: the true times are longer. Not modified. */
    private final long[] longer;

    private final long count;
    private final long[] valuesNanos;
    private final double[] weights;

    /** Estimates the distribution by Kaplan and Meier (JASA 1958). */
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
        // Calls censored in this bucket were at risk when other calls of the bucket ended.
        atRisk -= known[bucket] + longer[bucket];
      }
      if (left > 0 && last >= 0) {
        nanos[steps] = nanos(last);
        weight[steps++] = all * left;
      }
      valuesNanos = Arrays.copyOf(nanos, steps);
      weights = Arrays.copyOf(weight, steps);
    }

    static int bucket(long nanos) {
      long within = Math.clamp(nanos, LEAST_NANOS, MOST_NANOS);
      return Math.toIntExact(TimeBuckets.bucket((double) within, SHIFT) - FIRST);
    }

    /** Returns the greatest time of a bucket. */
    private static long nanos(int bucket) {
      return (long) TimeBuckets.millis(FIRST + bucket, SHIFT);
    }

    /**
     * Returns the distribution of times that are all known.
     *
     * @param counts counts by bucket
     */
    static CallTimes known(long[] counts) {
      return new CallTimes(counts, NONE);
    }

    /** Returns the estimated distribution of times, some of them censored. */
    static CallTimes estimated(long[] known, long[] longer) {
      return new CallTimes(known, longer);
    }

    /** Returns the times recorded since an earlier snapshot. */
    CallTimes since(CallTimes earlier) {
      return new CallTimes(difference(known, earlier.known), difference(longer, earlier.longer));
    }

    private static long[] difference(long[] of, long[] earlier) {
      long[] added = new long[BUCKETS];
      Arrays.setAll(added, bucket -> of[bucket] - earlier[bucket]);
      return added;
    }

    /** Returns the number of calls. */
    public long count() {
      return count;
    }

    /**
     * Returns a percentile of the times in nanoseconds; 0 if there are no calls.
     *
     * @param percentile percentile from 0, the smallest time, to 100, the greatest time
     * @throws IllegalArgumentException if the percentile is out of range
     */
    public long percentileNanos(double percentile) {
      Percentiles.check(percentile);
      if (valuesNanos.length == 0) {
        return 0;
      }
      return valuesNanos[Percentiles.rank(percentile, weights)];
    }

    /** Returns the mean in nanoseconds; 0 if there are no calls. */
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

  /** Formats {@link HedgeMetrics} for people, with a decimal point in every locale. */
  private static final class HedgeMetricsText {
    private static final double NANOS_PER_MS = 1e6;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private final Formatter out = new Formatter(Locale.ROOT);

    private HedgeMetricsText() {}

    static String of(HedgeMetrics metrics) {
      var made = new HedgeMetricsText();
      made.counts(metrics);
      made.gauges(metrics.gauges());
      made.out.format(
          "%-20s%10s%10s%10s%10s%10s%10s%10s\n",
          "", "count", "mean", "p50", "p90", "p99", "p99.9", "max");
      made.times("with hedging ms", metrics.with());
      made.times("without, estimated", metrics.without());
      return made.out.toString();
    }

    private void counts(HedgeMetrics metrics) {
      Counts counts = metrics.counts();
      out.format("%-20s%10.1f\n", "seconds", metrics.nanos() / 1e9);
      out.format("%-20s%10d\n", "calls", counts.calls());
      for (Outcome outcome : Outcome.values()) {
        out.format("%-20s%10d\n", word(outcome), counts.ended(outcome));
      }
      out.format(
          "%-20s%10d   %s of the calls\n",
          "hedges sent", counts.hedges(), share(counts.hedges(), counts));
      out.format(
          "%-20s%10d   %s of the calls\n",
          "retries sent", counts.retries(), share(counts.retries(), counts));
      out.format("%-20s%10d\n", "won", counts.won());
      out.format("%-20s%10d\n", "lost", counts.lost());
      out.format("%-20s%10d\n", "attempts failed", counts.failedAttempts());
      out.format(
          "%-20s%10d   the budget was used up\n",
          "suppressed", counts.suppressed(HedgeListener.SuppressedBy.BUDGET));
      out.format(
          "%-20s%10d   too few samples\n",
          "", counts.suppressed(HedgeListener.SuppressedBy.LEAST_SAMPLES));
      out.format(
          "%-20s%10d   load or failures\n", "", counts.suppressed(HedgeListener.SuppressedBy.LOAD));
    }

    private static String share(long part, Counts counts) {
      return HedgeWords.percent(counts.calls() == 0 ? 0 : (double) part / counts.calls());
    }

    private void gauges(Gauges gauges) {
      out.format("%-20s%10d\n", "under way", gauges.underWay());
      out.format("%-20s%10.1f\n", "tokens", gauges.tokens());
      out.format(
          "%-20s%10s   of the hedges that are due\n",
          "open for", HedgeWords.percent(gauges.openShare()));
      if (gauges.listenersFailed() > 0) {
        out.format(
            "listeners that failed and are not called any more: %d\n", gauges.listenersFailed());
      }
    }

    private void times(String name, CallTimes times) {
      out.format("%-20s%10d%10.2f", name, times.count(), times.meanNanos() / NANOS_PER_MS);
      for (double percentile : PERCENTILES) {
        out.format("%10.2f", times.percentileNanos(percentile) / NANOS_PER_MS);
      }
      out.format("\n");
    }

    /** Returns one line without a line break. */
    static String line(HedgeMetrics metrics) {
      var made = new HedgeMetricsText();
      made.oneLine(metrics);
      return made.out.toString();
    }

    private void oneLine(HedgeMetrics metrics) {
      Counts counts = metrics.counts();
      out.format("%.1f s: %d calls", metrics.nanos() / 1e9, counts.calls());
      for (Outcome outcome : Outcome.values()) {
        if (outcome == Outcome.ANSWERED || counts.ended(outcome) > 0) {
          out.format(", %d %s", counts.ended(outcome), word(outcome));
        }
      }
      out.format(
          "; %d hedges, %d retries, %d won, %d lost",
          counts.hedges(), counts.retries(), counts.won(), counts.lost());
      if (metrics.with().count() > 0) {
        out.format(
            "; p99 %.2f ms, without hedging about %.2f ms",
            metrics.with().percentileNanos(99) / NANOS_PER_MS,
            metrics.without().percentileNanos(99) / NANOS_PER_MS);
      }
      if (metrics.gauges().openShare() < 1) {
        out.format(
            "; load lets %s of the hedges pass", HedgeWords.percent(metrics.gauges().openShare()));
      }
    }

    private static String word(Outcome outcome) {
      return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
