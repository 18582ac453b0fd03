package org.curtail.reissue.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.PairSketch;
import org.curtail.reissue.live.LoadRule.LoadSigns;

/**
 * Observes the times of attempts, for plans from live traffic. Time is an argument. Old
 * observations are dropped window by window.
 *
 * <pre>{@code
 * var seen = new AttemptObservations(Duration.ofSeconds(10), 6);
 * seen.first(now, 12.5, End.ANSWERED);       // a call without a copy
 * seen.first(now, 40, End.CANCELLED);        // a call with a copy, sent after 30 ms,
 * seen.second(now, 10, End.ANSWERED); // the copy was faster
 * seen.pair(now, 12, 17);                    // a call sent twice at once, both finished
 * }</pre>
 *
 * <p><b>Cancelled attempts.</b> Losing attempts are cancelled, so their true times are longer than
 * observed. Cancelled attempts count as censored times ({@code CensoredSketch}). The attempts of
 * calls that time out are {@link End#CANCELLED}, too.
 *
 * <p><b>Pairs.</b> Only pairs show if both attempts of a request are slow together. A pair is a
 * call that is sent twice at once, with two finished attempts. One or two percent of the calls are
 * enough within minutes of usual traffic. Do not add other calls with two answers as pairs: their
 * first attempts were late.
 *
 * <p>Bounded memory. Times grow by up to 0.8 %, as in {@link LatencySketch}, or by more if they
 * differ by many powers of ten. Not thread-safe.
 */
public final class AttemptObservations {
  /** End of an attempt. */
  public enum End {
    /** The attempt succeeded. */
    ANSWERED,
    /** The attempt was cancelled, as another one was faster or the deadline passed. */
    CANCELLED,
    /** The attempt failed. */
    FAILED
  }

  /** Greatest rise of the usual median per window. A rise by a quarter lasts about 110 windows. */
  private static final double FORGETTING = 1.002;

  private static final int LEAST_FOR_MEDIAN = 50;

  private final long windowNanos;
  private final int windows;

  /** From 1 to {@link #windows} windows, the newest first. */
  private final Deque<AttemptWindow> kept = new ArrayDeque<>();

  private boolean begun;

  /** Start of the newest window. */
  private long newestNanos;

  /** 0 until known. */
  private double usualMedianMillis;

  /**
   * Creates observations without attempts.
   *
   * @param window length of a window: at least 1 ms
   * @param windows number of windows kept: at least 2
   */
  public AttemptObservations(Duration window, int windows) {
    if (window.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException("window must be at least 1 ms: " + window);
    }
    if (windows < 2) {
      throw new IllegalArgumentException("windows must be at least 2: " + windows);
    }
    windowNanos = window.toNanos();
    this.windows = windows;
    kept.addFirst(new AttemptWindow());
  }

  /**
   * Adds a first attempt.
   *
   * @param atNanos end of the attempt, of any monotonic clock; an end before the newest window
   *     counts in that window
   * @param millis time since the attempt was sent: finite, at least 0
   */
  public void first(long atNanos, double millis, End end) {
    AttemptWindow window = at(atNanos);
    add(window.firsts, window, millis, end);
  }

  /**
   * Adds a copy.
   *
   * @param atNanos as for {@link #first}
   * @param millis time since the copy was sent: finite, at least 0
   */
  public void second(long atNanos, double millis, End end) {
    AttemptWindow window = at(atNanos);
    add(window.seconds, window, millis, end);
  }

  /**
   * Adds a call with two attempts that were sent at once and both answered. The attempts also count
   * as a first attempt and a copy.
   *
   * @param atNanos as for {@link #first}
   */
  public void pair(long atNanos, double firstMillis, double secondMillis) {
    first(atNanos, firstMillis, End.ANSWERED);
    second(atNanos, secondMillis, End.ANSWERED);
    kept.getFirst().pairs.add(firstMillis, secondMillis);
  }

  private static void add(CensoredSketch sketch, AttemptWindow window, double millis, End end) {
    switch (end) {
      case ANSWERED -> sketch.ended(millis);
      case CANCELLED -> sketch.longerThan(millis);
      case FAILED -> {
        sketch.longerThan(millis);
        window.failed++;
      }
    }
    if (end != End.CANCELLED) {
      window.attempts++;
    }
  }

  private AttemptWindow at(long atNanos) {
    if (!begun) {
      begun = true;
      newestNanos = atNanos;
    }
    long passed = (atNanos - newestNanos) / windowNanos;
    if (passed > 0) {
      newestNanos += passed * windowNanos;
      learnUsual(kept.getFirst());
      for (long i = 0; i < Math.min(passed, windows); i++) {
        kept.addFirst(new AttemptWindow());
      }
      while (kept.size() > windows) {
        kept.removeLast();
      }
    }
    return kept.getFirst();
  }

  /**
   * Updates the usual median. The usual median falls at once and rises slowly, so periods of load
   * hardly change it.
   */
  private void learnUsual(AttemptWindow window) {
    if (window.firsts.endedWeight() < LEAST_FOR_MEDIAN) {
      return;
    }
    double median = window.firsts.estimate().orElseThrow().percentileMillis(50);
    usualMedianMillis =
        usualMedianMillis == 0 ? median : Math.min(median, usualMedianMillis * FORGETTING);
  }

  /**
   * Returns the times of attempts over all windows kept.
   *
   * @param atNanos now, as for {@link #first}
   * @param leastSamples least number of first attempts, at least 1; with fewer copies, copies are
   *     assumed to be like first attempts
   * @param leastPairs least number of pairs for a plan with pairs, at least 1; with fewer pairs,
   *     attempts are assumed to be independent. For a percentile k, 50 / (1 - k/100) is a good
   *     number, with 50 pairs beyond the percentile
   * @return learned times; empty with too few first attempts or without an answer
   */
  public Optional<LearnedTimes> learned(long atNanos, int leastSamples, int leastPairs) {
    if (leastSamples < 1 || leastPairs < 1) {
      throw new IllegalArgumentException(
          "leastSamples and leastPairs must be at least 1: " + leastSamples + " " + leastPairs);
    }
    AttemptWindow all = merged(atNanos, windows);
    Optional<CensoredSketch.Distribution> first = all.firsts.estimate();
    if (all.firsts.weight() < leastSamples || first.isEmpty()) {
      return Optional.empty();
    }
    Optional<CensoredSketch.Distribution> second = all.seconds.estimate();
    boolean like = all.seconds.weight() < leastSamples || second.isEmpty();
    boolean paired = all.pairs.weight() >= leastPairs;
    CensoredSketch.Distribution x = first.get();
    CensoredSketch.Distribution y = like ? x : second.orElse(x);
    AttemptTimes times =
        paired
            ? all.pairs.attemptTimes()
            : AttemptTimes.independent(x.millis(), x.weights(), y.millis(), y.weights());
    return Optional.of(
        new LearnedTimes(
            times,
            all.firsts.weight(),
            all.seconds.weight(),
            all.pairs.weight(),
            like && !paired,
            paired ? 0 : x.unresolvedShare(),
            Math.max(all.firsts.relativeError(), all.pairs.relativeError())));
  }

  /**
   * Returns signs of trouble of the service: the last two windows, and usual values.
   *
   * @param atNanos now, as for {@link #first}
   * @param delayMillis present delay of hedges
   * @param plannedShare planned share of calls without an answer after this delay
   */
  public LoadSigns signs(long atNanos, double delayMillis, double plannedShare) {
    AttemptWindow recent = merged(atNanos, 2);
    Optional<CensoredSketch.Distribution> first =
        recent.firsts.endedWeight() < LEAST_FOR_MEDIAN
            ? Optional.empty()
            : recent.firsts.estimate();
    return new LoadSigns(
        recent.attempts,
        recent.attempts == 0 ? 0 : (double) recent.failed / recent.attempts,
        first.map(estimate -> estimate.percentileMillis(50)).orElse(0.0),
        usualMedianMillis,
        first.map(estimate -> estimate.shareAfter(delayMillis)).orElse(0.0),
        plannedShare);
  }

  private AttemptWindow merged(long atNanos, int newest) {
    at(atNanos);
    var merged = new AttemptWindow();
    Iterator<AttemptWindow> each = kept.iterator();
    for (int i = 0; i < newest && each.hasNext(); i++) {
      merged.merge(each.next());
    }
    return merged;
  }

  /** Observed attempts of a period. Not thread-safe. */
  private static final class AttemptWindow {
    /** About 0.8 %. A window of usual traffic then has a few thousand buckets. */
    private static final double RELATIVE_ERROR = 1.0 / 128;

    private static final int MAX_BUCKETS = 1 << 14;
    private static final int MAX_PAIR_BUCKETS = 1 << 16;

    final CensoredSketch firsts = new CensoredSketch(RELATIVE_ERROR, MAX_BUCKETS);
    final CensoredSketch seconds = new CensoredSketch(RELATIVE_ERROR, MAX_BUCKETS);
    final PairSketch pairs = new PairSketch(RELATIVE_ERROR, MAX_PAIR_BUCKETS);
    long attempts;
    long failed;

    void merge(AttemptWindow other) {
      firsts.merge(other.firsts);
      seconds.merge(other.seconds);
      pairs.merge(other.pairs);
      attempts += other.attempts;
      failed += other.failed;
    }
  }

  /**
   * The times of attempts learned from traffic.
   *
   * @param times times for planning
   * @param firsts number of first attempts, cancelled ones included
   * @param seconds number of copies, cancelled ones included
   * @param pairs number of requests whose two attempts both finished
   * @param secondsLikeFirsts true if there were too few copies, and copies are assumed to be like
   *     first attempts
   * @param unresolvedShare share of first attempts that took longer than all observed ends;
   *     percentiles above 100 (1 - unresolvedShare) are unknown
   * @param relativeError greatest relative growth of a time
   */
  public record LearnedTimes(
      AttemptTimes times,
      double firsts,
      double seconds,
      double pairs,
      boolean secondsLikeFirsts,
      double unresolvedShare,
      double relativeError) {}
}
