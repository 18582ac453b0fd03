package org.curtail.runtime;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.curtail.Percentile;

/**
 * A snapshot of an engine's counts and state. Immutable.
 *
 * <p>Taking a snapshot takes no lock, and no thread waits for another. Requests go on meanwhile, so
 * the numbers are not of one instant. But these rules hold for a snapshot since the engine's start:
 *
 * <ul>
 *   <li>a request that has started, was refused or has ended is counted as arrived: {@code refused
 *       + started <= arrived} and {@code refused + ended <= arrived};
 *   <li>a request that completed, is partial or failed is counted as started;
 *   <li>a request in a histogram is counted as completed or partial;
 *   <li>a count is never less than in a snapshot that was returned before this one was begun;
 *   <li>waiting, running and busy threads are of one instant; each other gauge is of an instant of
 *       its own;
 *   <li>a request whose {@link Ticket} is done is counted everywhere.
 * </ul>
 *
 * <p>Counts and histograms begin with the engine. Systems that compute differences themselves, such
 * as Prometheus, read {@link Curtail#metrics} each time. For figures of the last minute, keep a
 * snapshot, and call {@link #since} of the next one.
 *
 * @param fromNanos moment at which counting began, by the engine's clock
 * @param atNanos moment of the snapshot, at least {@code fromNanos}
 * @param responseNanos times from submission to the result. All histograms are of requests that
 *     completed or are partial
 * @param waitNanos times from submission to the begin of the first thread
 * @param executionNanos times from the begin of the first thread to the result
 * @param peakDegree most threads at the same time
 * @param chunks numbers of claimed chunks
 * @param decisions decisions of an engine that {@linkplain Curtail#automatic chooses its policies
 *     itself}; empty for any other
 */
public record Metrics(
    long fromNanos,
    long atNanos,
    Counts counts,
    Gauges gauges,
    Histogram responseNanos,
    Histogram waitNanos,
    Histogram executionNanos,
    Histogram peakDegree,
    Histogram chunks,
    Optional<Decisions> decisions) {

  /**
   * Counts that only grow.
   *
   * @param arrived requests that were submitted or run, refused ones included
   * @param refused requests that were refused because the queue was full or the engine closed
   * @param started requests whose first thread has begun
   * @param ended number of requests for each outcome
   * @param threadNanos time of all threads for requests that have ended
   * @param preemptions preemptions of requests that have ended
   * @param preemptedNanos preempted time of requests that have ended
   * @param policyChanges replacements of the policy
   */
  public record Counts(
      long arrived,
      long refused,
      long started,
      Map<Outcome, Long> ended,
      long threadNanos,
      long preemptions,
      long preemptedNanos,
      long policyChanges) {
    public Counts {
      ended = Map.copyOf(ended);
      for (Outcome outcome : Outcome.values()) {
        if (!ended.containsKey(outcome)) {
          throw new IllegalArgumentException("no count of outcome " + outcome + ": " + ended);
        }
      }
    }

    /** Number of requests with this outcome. */
    public long ended(Outcome outcome) {
      return ended.getOrDefault(outcome, 0L);
    }

    /** Number of requests with any outcome, without refused ones. */
    public long allEnded() {
      return ended.values().stream().mapToLong(Long::longValue).sum();
    }

    private Counts since(Counts earlier) {
      var added = new EnumMap<Outcome, Long>(Outcome.class);
      ended.forEach((outcome, count) -> added.put(outcome, count - earlier.ended(outcome)));
      return new Counts(
          arrived - earlier.arrived,
          refused - earlier.refused,
          started - earlier.started,
          added,
          threadNanos - earlier.threadNanos,
          preemptions - earlier.preemptions,
          preemptedNanos - earlier.preemptedNanos,
          policyChanges - earlier.policyChanges);
    }
  }

  /**
   * State at the snapshot.
   *
   * @param waiting requests that wait to be admitted
   * @param running requests that have started and have not ended, with preempted ones
   * @param preempted running requests that are preempted, so they have no thread
   * @param threadsBusy threads that serve requests or are waking up for them, with paused ones. A
   *     thread that serves a request alone, outside the policy, does not count
   * @param boostedThreads busy threads that serve boosted requests
   * @param pausedThreads busy threads that pause for boosted requests
   * @param threads number of threads of the pool
   * @param cores number of cores that the service may use
   * @param queueLimit most requests without a thread
   * @param policyFailed true if the policy threw and is not asked any more
   * @param listenersFailed listeners that threw and are not called any more
   */
  public record Gauges(
      int waiting,
      int running,
      int preempted,
      int threadsBusy,
      int boostedThreads,
      int pausedThreads,
      int threads,
      int cores,
      int queueLimit,
      boolean policyFailed,
      int listenersFailed) {}

  /**
   * Decisions of an engine that {@linkplain Curtail#automatic chooses its policies itself}, and the
   * cost of comparing plans with the baseline. The baseline is one thread for each request. Counts
   * begin with the engine. Immutable.
   *
   * @param plans plans made
   * @param plansFailed plans that failed
   * @param switches changes of the chosen policy; slices of a comparison do not count
   * @param fallBacks returns to the baseline because another policy was shown to do harm
   * @param drifts detected changes of the demand or of the speedups
   * @param requests requests that arrived; those of the last hundredths of a second may be missing
   * @param safeRequests requests that arrived while the baseline served. The baseline serves while
   *     the engine learns, in slices of a comparison, and at loads for which it was chosen
   * @param requestsBeforePlan requests that had arrived before the first plan. 0 if the engine
   *     began with a plan; empty without a plan
   * @param triedRequests requests that got more threads so that the engine learns speedups
   * @param triedNanos core time of these requests beyond one thread each
   * @param comparedNanos sum of response times of the requests that arrived while plans were
   *     compared
   * @param lostNanos estimate of the response time that comparing and harm added to these requests
   * @param wonNanos estimate of the response time that plans saved for these requests, against the
   *     baseline
   * @param classes response times of cheap and of expensive requests since the present plan, the
   *     cheap ones first; empty before a request was served by a plan
   */
  public record Decisions(
      long plans,
      long plansFailed,
      long switches,
      long fallBacks,
      long drifts,
      long requests,
      long safeRequests,
      OptionalLong requestsBeforePlan,
      long triedRequests,
      long triedNanos,
      double comparedNanos,
      double lostNanos,
      double wonNanos,
      List<CostClass> classes) {
    /** No decisions. */
    public static final Decisions NONE =
        new Decisions(0, 0, 0, 0, 0, 0, 0, OptionalLong.empty(), 0, 0, 0, 0, 0, List.of());

    public Decisions {
      classes = List.copyOf(classes);
    }

    /** Share of the requests that the baseline served; 1 before any request. */
    public double safeShare() {
      return requests == 0 ? 1 : (double) safeRequests / requests;
    }

    /**
     * An estimate of the regret: the share of {@link #comparedNanos} that was lost to comparing and
     * to harm. 0 before the first comparison.
     */
    public double regretShare() {
      return comparedNanos == 0 ? 0 : lostNanos / comparedNanos;
    }

    /**
     * Returns the decisions since an earlier snapshot of the same engine. The requests before the
     * first plan, the estimates and the classes are those of this snapshot, because later estimates
     * correct earlier ones, and classes begin again with each plan.
     */
    public Decisions since(Decisions earlier) {
      return new Decisions(
          plans - earlier.plans,
          plansFailed - earlier.plansFailed,
          switches - earlier.switches,
          fallBacks - earlier.fallBacks,
          drifts - earlier.drifts,
          requests - earlier.requests,
          safeRequests - earlier.safeRequests,
          requestsBeforePlan,
          triedRequests - earlier.triedRequests,
          triedNanos - earlier.triedNanos,
          comparedNanos,
          lostNanos,
          wonNanos,
          classes);
    }
  }

  /**
   * Response times of the requests of one class of cost since the present plan: under the plan, and
   * in slices of the baseline, which gives each request one thread. If most requests are cheap and
   * few are expensive, the border is between them. Otherwise it is the 90th percentile of the cost.
   *
   * @param aboveNanos the requests of the class take longer on one thread; 0 for the cheapest class
   * @param upToNanos they take at most this long on one thread; {@link Long#MAX_VALUE} for the most
   *     expensive class
   * @param planned number of requests under the plan, at least 1
   * @param plannedMeanNanos their mean response time
   * @param plannedP99Nanos 99th percentile of their response times
   * @param baseline number of requests with one thread each; of the next two, each is 0 without any
   */
  public record CostClass(
      long aboveNanos,
      long upToNanos,
      long planned,
      double plannedMeanNanos,
      double plannedP99Nanos,
      long baseline,
      double baselineMeanNanos,
      double baselineP99Nanos) {
    public CostClass {
      if (aboveNanos < 0 || upToNanos <= aboveNanos || planned < 1 || baseline < 0) {
        throw new IllegalArgumentException(
            "expected a range of costs from 0 on, and requests: aboveNanos=%d, upToNanos=%d, planned=%d, baseline=%d"
                .formatted(aboveNanos, upToNanos, planned, baseline));
      }
    }
  }

  /**
   * Returns the counts since an earlier snapshot of the same engine, with the gauges of this one. A
   * request may arrive before the interval and end in it. So the counts of an interval need not add
   * up.
   *
   * @throws IllegalArgumentException if the other snapshot is later, or visibly of another engine
   */
  public Metrics since(Metrics earlier) {
    if (earlier.fromNanos != fromNanos || earlier.atNanos > atNanos) {
      throw new IllegalArgumentException(
          "expected an earlier snapshot of the same engine, from %d and until at most %d; found %d to %d"
              .formatted(fromNanos, atNanos, earlier.fromNanos, earlier.atNanos));
    }
    return new Metrics(
        earlier.atNanos,
        atNanos,
        counts.since(earlier.counts),
        gauges,
        responseNanos.since(earlier.responseNanos),
        waitNanos.since(earlier.waitNanos),
        executionNanos.since(earlier.executionNanos),
        peakDegree.since(earlier.peakDegree),
        chunks.since(earlier.chunks),
        decisions.map(latest -> latest.since(earlier.decisions.orElse(Decisions.NONE))));
  }

  /** Returns the same snapshot with these decisions. */
  Metrics deciding(Decisions counted) {
    return new Metrics(
        fromNanos,
        atNanos,
        counts,
        gauges,
        responseNanos,
        waitNanos,
        executionNanos,
        peakDegree,
        chunks,
        Optional.of(counted));
  }

  /** Length of the counted time, from the engine's start or the earlier snapshot. */
  public long nanos() {
    return atNanos - fromNanos;
  }

  /**
   * Returns all numbers for people to read: aligned lines, with a line break after the last one
   * too.
   */
  public String text() {
    return Text.of(this);
  }

  /**
   * Returns the main counts and the response times in one line, for logs. Outcomes that did not
   * occur are left out. {@link #text} has the rest.
   */
  @Override
  public String toString() {
    return Text.line(this);
  }

  /**
   * A distribution of values, to three significant digits. An answer differs from the true value by
   * less than 0.1 %, or by 1 us for times. Immutable; of bounded size.
   */
  public static final class Histogram {
    /**
     * Buckets are one unit wide for the first 2^11 units, then twice as wide from each doubling.
     */
    private static final int DIGITS = 11;

    private static final int HALF = 1 << (DIGITS - 1);

    /** Number of values in each bucket; never changed. */
    private final long[] counts;

    private final int unitBits;
    private final long beyond;
    private final long count;

    /**
     * A histogram of these counts, which never change.
     *
     * @param unitBits logarithm of the unit to base 2
     */
    Histogram(long[] counts, int unitBits, long beyond) {
      this.counts = counts;
      this.unitBits = unitBits;
      this.beyond = beyond;
      count = Arrays.stream(counts).sum();
    }

    /** The bucket that counts a value of at least 0. */
    static int bucket(long value, int unitBits) {
      long units = value >>> unitBits;
      int doublings = Math.max(0, Long.SIZE - DIGITS - Long.numberOfLeadingZeros(units));
      return doublings * HALF + (int) (units >>> doublings);
    }

    /** The least value of a bucket. */
    private long from(int bucket) {
      int doublings = Math.max(0, bucket / HALF - 1);
      return (long) (bucket - doublings * HALF) << doublings << unitBits;
    }

    /** Number of values. */
    public long count() {
      return count;
    }

    /**
     * Number of values above the greatest bucket: an hour, 10,000 threads or a million chunks.
     * Values above the greatest bucket count in that bucket.
     */
    public long countBeyond() {
      return beyond;
    }

    /**
     * Number of values of at most this value: a cumulative bucket, for systems that want such
     * buckets.
     */
    public long countUpTo(long value) {
      long upTo = 0;
      for (int bucket = 0; bucket < counts.length && from(bucket) <= value; bucket++) {
        upTo += counts[bucket];
      }
      return upTo;
    }

    /**
     * The least value that at least this percentage of all values do not exceed; 0 without values.
     *
     * @param percentile 0 to 100; 0 gives the smallest value, 100 the greatest
     * @throws IllegalArgumentException if the percentile is outside of that range
     */
    public long percentile(double percentile) {
      Percentile.check(percentile);
      if (count == 0) {
        return 0;
      }
      double needed = Percentile.weightToReach(percentile, (double) count);
      int bucket = -1;
      long reached = 0;
      while (reached == 0 || reached < needed) {
        reached += counts[++bucket];
      }
      return from(bucket + 1) - 1;
    }

    /** The mean; 0 if there are no values. */
    public double mean() {
      double sum = 0;
      for (int bucket = 0; bucket < counts.length; bucket++) {
        if (counts[bucket] > 0) {
          sum += counts[bucket] * ((from(bucket) + from(bucket + 1) - 1) / 2.0);
        }
      }
      return count == 0 ? 0 : sum / count;
    }

    /** Returns the values since an earlier snapshot of the same histogram. */
    Histogram since(Histogram earlier) {
      long[] added = new long[counts.length];
      Arrays.setAll(added, bucket -> counts[bucket] - earlier.counts[bucket]);
      return new Histogram(added, unitBits, Math.max(beyond - earlier.beyond, 0));
    }
  }

  /** {@link Metrics} for people to read, with a decimal point in every country. */
  static final class Text {
    private static final double NANOS_PER_MS = 1e6;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private final Formatter out = new Formatter(Locale.ROOT);

    private Text() {}

    static String of(Metrics metrics) {
      var made = new Text();
      made.counts(metrics);
      made.gauges(metrics.gauges());
      metrics.decisions().ifPresent(made::decisions);
      made.out.format(
          "%-16s%10s%10s%10s%10s%10s%10s%10s\n",
          "", "count", "mean", "p50", "p90", "p99", "p99.9", "max");
      made.histogram("response ms", metrics.responseNanos(), NANOS_PER_MS);
      made.histogram("wait ms", metrics.waitNanos(), NANOS_PER_MS);
      made.histogram("execution ms", metrics.executionNanos(), NANOS_PER_MS);
      made.histogram("peak degree", metrics.peakDegree(), 1);
      made.histogram("chunks", metrics.chunks(), 1);
      return made.out.toString();
    }

    private void counts(Metrics metrics) {
      Counts counts = metrics.counts();
      out.format("%-16s%10.1f\n", "seconds", metrics.nanos() / 1e9);
      out.format("%-16s%10d\n", "arrived", counts.arrived());
      out.format("%-16s%10d\n", "refused", counts.refused());
      out.format("%-16s%10d\n", "started", counts.started());
      for (Outcome outcome : Outcome.values()) {
        out.format("%-16s%10d\n", word(outcome), counts.ended(outcome));
      }
      out.format("%-16s%10.1f\n", "thread seconds", counts.threadNanos() / 1e9);
      if (counts.preemptions() > 0) {
        out.format(
            "%-16s%10d   times, for %.1f s in all\n",
            "preempted", counts.preemptions(), counts.preemptedNanos() / 1e9);
      }
      if (counts.policyChanges() > 0) {
        out.format("%-16s%10d\n", "policy changes", counts.policyChanges());
      }
    }

    private void gauges(Gauges gauges) {
      out.format("%-16s%10d   of at most %d\n", "waiting", gauges.waiting(), gauges.queueLimit());
      if (gauges.preempted() > 0) {
        out.format(
            "%-16s%10d   of them %d preempted\n", "running", gauges.running(), gauges.preempted());
      } else {
        out.format("%-16s%10d\n", "running", gauges.running());
      }
      out.format(
          "%-16s%10d   of %d, for %d cores\n",
          "threads busy", gauges.threadsBusy(), gauges.threads(), gauges.cores());
      out.format("%-16s%10d\n", "boosted", gauges.boostedThreads());
      out.format("%-16s%10d\n", "paused", gauges.pausedThreads());
      if (gauges.policyFailed()) {
        out.format("the policy failed; requests go on without it\n");
      }
      if (gauges.listenersFailed() > 0) {
        out.format(
            "listeners that failed and are not called any more: %d\n", gauges.listenersFailed());
      }
    }

    private void decisions(Decisions decisions) {
      out.format("%-16s%10d", "plans", decisions.plans());
      if (decisions.requestsBeforePlan().isPresent()) {
        out.format("   the first after %d requests", decisions.requestsBeforePlan().getAsLong());
      }
      if (decisions.plansFailed() > 0) {
        out.format("; %d failed", decisions.plansFailed());
      }
      out.format("\n%-16s%10d\n", "switches", decisions.switches());
      out.format("%-16s%10d\n", "fall backs", decisions.fallBacks());
      out.format("%-16s%10d\n", "drifts", decisions.drifts());
      out.format(
          "%-16s%9.1f%%   of requests came while one thread each served\n",
          "served safe", 100 * decisions.safeShare());
      out.format(
          "%-16s%9.2f%%   of response time lost to comparing and harm, about\n",
          "regret", 100 * decisions.regretShare());
      out.format(
          "%-16s%10d   requests had more threads to learn what these bring, %.1f s of core time\n",
          "tried", decisions.triedRequests(), decisions.triedNanos() / 1e9);
      decisions.classes().forEach(this::costClass);
    }

    private void costClass(CostClass cost) {
      boolean isLast = cost.upToNanos() == Long.MAX_VALUE;
      double borderMs = (isLast ? cost.aboveNanos() : cost.upToNanos()) / NANOS_PER_MS;
      out.format(
          "%-16s%10d   requests under the plan, mean %.2f ms, p99 %.2f ms",
          String.format(Locale.ROOT, isLast ? "over %.4g ms" : "up to %.4g ms", borderMs),
          cost.planned(),
          cost.plannedMeanNanos() / NANOS_PER_MS,
          cost.plannedP99Nanos() / NANOS_PER_MS);
      if (cost.baseline() > 0) {
        out.format(
            "; %d with one thread each, mean %.2f ms, p99 %.2f ms",
            cost.baseline(),
            cost.baselineMeanNanos() / NANOS_PER_MS,
            cost.baselineP99Nanos() / NANOS_PER_MS);
      }
      out.format("\n");
    }

    private void histogram(String name, Histogram histogram, double unit) {
      out.format("%-16s%10d%10.2f", name, histogram.count(), histogram.mean() / unit);
      for (double percentile : PERCENTILES) {
        double value = histogram.percentile(percentile) / unit;
        if (unit == 1) {
          out.format("%10.0f", value);
        } else {
          out.format("%10.2f", value);
        }
      }
      if (histogram.countBeyond() > 0) {
        out.format("   %d beyond", histogram.countBeyond());
      }
      out.format("\n");
    }

    /** Returns the metrics in one line, without a line break. */
    static String line(Metrics metrics) {
      var made = new Text();
      made.oneLine(metrics);
      return made.out.toString();
    }

    private void oneLine(Metrics metrics) {
      Counts counts = metrics.counts();
      out.format("%.1f s: %d arrived", metrics.nanos() / 1e9, counts.arrived());
      if (counts.refused() > 0) {
        out.format(", %d refused", counts.refused());
      }
      for (Outcome outcome : Outcome.values()) {
        if (outcome == Outcome.COMPLETED || counts.ended(outcome) > 0) {
          out.format(", %d %s", counts.ended(outcome), word(outcome));
        }
      }
      Gauges gauges = metrics.gauges();
      out.format(
          "; %d waiting, %d running on %d of %d threads",
          gauges.waiting(), gauges.running(), gauges.threadsBusy(), gauges.threads());
      Histogram response = metrics.responseNanos();
      if (response.count() > 0) {
        out.format(
            "; response p50 %.2f ms, p99 %.2f ms",
            response.percentile(50) / NANOS_PER_MS, response.percentile(99) / NANOS_PER_MS);
      }
      metrics
          .decisions()
          .ifPresent(decisions ->
              out.format(
                  "; %d plans, %.1f %% served safe",
                  decisions.plans(), 100 * decisions.safeShare()));
      if (gauges.policyFailed()) {
        out.format("; the policy failed");
      }
    }

    private static String word(Outcome outcome) {
      return outcome.name().toLowerCase(Locale.ROOT);
    }
  }
}
