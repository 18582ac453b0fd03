package org.curtail.reissue.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.LatencySketch;

/**
 * Learns from traffic how long attempts take, to plan anew while it runs. Time is an argument. What
 * is older than a number of windows is forgotten, a window at a time.
 *
 * <pre>{@code
 * var seen = new AttemptObservations(Duration.ofSeconds(10), 6);
 * seen.first(now, 12.5, End.ANSWERED);       // a call that was not hedged
 * seen.first(now, 40, End.CANCELLED);        // a call that was: the copy, sent after 30 ms,
 * seen.second(now, 10, End.ANSWERED);        // was faster
 * seen.pair(now, 12, 17);                    // a call sent twice at once, both let finish
 * }</pre>
 *
 * <p><b>Cancelled attempts.</b> Whoever loses is cancelled, so all that is known is that it takes
 * longer. Such attempts count with what is known of them ({@code CensoredSketch}). Calls that time
 * out are known as little: their attempts are {@link End#CANCELLED} too.
 *
 * <p><b>Pairs.</b> Whether both attempts of a request are slow together, only pairs tell: calls
 * that are sent twice at once, whatever happens, both let finish. To send 1 or 2 % of the calls so
 * tells enough within minutes of usual traffic. Other calls with two answers must not be given as
 * pairs: they are those that were late.
 *
 * <p>Bounded memory; times grow by up to 0.8 % of themselves, as in {@link LatencySketch}, or by
 * more if they differ by many powers of ten. Not thread-safe.
 */
public final class AttemptObservations {
  /** How an attempt ended. */
  public enum End {
    /** It succeeded. */
    ANSWERED,
    /** It was given up, for another one was faster, or the deadline passed. */
    CANCELLED,
    /** It failed; until then it had no answer. */
    FAILED
  }

  /** Per window: what is slower for good becomes usual, a quarter slower in about 110 windows. */
  private static final double FORGETTING = 1.002;

  /** Fewer attempts have no median to speak of. */
  private static final int LEAST_FOR_MEDIAN = 50;

  private final long windowNanos;
  private final int windows;

  /** The newest first; at most {@link #windows}, at least 1. */
  private final Deque<AttemptWindow> kept = new ArrayDeque<>();

  private boolean begun;

  /** When the newest window began. */
  private long newestNanos;

  /** 0 until known. */
  private double usualMedianMillis;

  /**
   * Nothing seen yet.
   *
   * @param window how long a window is: at least 1 ms
   * @param windows how many are kept: at least 2
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
   * @param atNanos when it ended, of any clock that does not go back; a time before the newest
   *     window counts as in it
   * @param millis since it was sent: finite, at least 0
   */
  public void first(long atNanos, double millis, End end) {
    AttemptWindow window = at(atNanos);
    add(window.firsts, window, millis, end);
  }

  /**
   * Adds a second attempt.
   *
   * @param atNanos as for {@link #first}
   * @param millis since it was sent itself: finite, at least 0
   */
  public void second(long atNanos, double millis, End end) {
    AttemptWindow window = at(atNanos);
    add(window.seconds, window, millis, end);
  }

  /**
   * Adds a call of which two attempts were sent at once and both answered. It counts for first and
   * second attempts too.
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

  /** What is usual falls at once, and rises slowly: load comes and goes, and is not usual. */
  private void learnUsual(AttemptWindow window) {
    if (window.firsts.endedWeight() < LEAST_FOR_MEDIAN) {
      return;
    }
    double median = window.firsts.estimate().orElseThrow().percentileMillis(50);
    usualMedianMillis =
        usualMedianMillis == 0 ? median : Math.min(median, usualMedianMillis * FORGETTING);
  }

  /**
   * How long attempts take, by all windows kept.
   *
   * @param atNanos now, as for {@link #first}
   * @param leastSamples first attempts that must have been seen; as many second ones must have, for
   *     them not to be taken for like first ones; at least 1
   * @param leastPairs for pairs to be planned with; otherwise attempts are taken to be independent.
   *     To plan for a percentile k, 50 / (1 - k/100) pairs are enough to have 50 beyond it; at
   *     least 1
   * @return empty as long as fewer first attempts were seen, or none was answered
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
   * What tells whether the service is in trouble: the last two windows against what is usual.
   *
   * @param atNanos now, as for {@link #first}
   * @param delayMillis after which calls are hedged now
   * @param plannedShare share of calls that were expected to have no answer then
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
}
