package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.curtail.Load;

/**
 * Counts the events of requests, and shows the present state of the engine. The counts of a request
 * take no lock and no memory, and are wait-free. A chunk is not counted. Safe for all threads.
 */
final class Meters implements RequestListener {
  private static final long LEAST_NANOS = 1_000;
  private static final long MOST_NANOS = Duration.ofHours(1).toNanos();
  private static final long MOST_THREADS = 10_000;
  private static final long MOST_CHUNKS = 1_000_000;

  private final AtomicLong arrived = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong started = new AtomicLong();
  private final AtomicLong threadNanos = new AtomicLong();
  private final AtomicLong preemptions = new AtomicLong();
  private final AtomicLong preemptedNanos = new AtomicLong();
  private final AtomicLong policyChanges = new AtomicLong();
  private final Map<Outcome, AtomicLong> ended = new EnumMap<>(Outcome.class);

  private final LiveHistogram responseNanos = new LiveHistogram(LEAST_NANOS, MOST_NANOS);
  private final LiveHistogram waitNanos = new LiveHistogram(LEAST_NANOS, MOST_NANOS);
  private final LiveHistogram executionNanos = new LiveHistogram(LEAST_NANOS, MOST_NANOS);
  private final LiveHistogram peakDegree = new LiveHistogram(1, MOST_THREADS);
  private final LiveHistogram chunks = new LiveHistogram(1, MOST_CHUNKS);

  private final NanoClock clock;
  private final long fromNanos;
  private final int cores;
  private final int threads;
  private final int queueLimit;

  // Written under the engine's lock, read without it.
  private volatile int boostedThreads;
  private volatile int pausedThreads;
  private volatile int preempted;

  /**
   * The meters of an engine.
   *
   * @param threads number of threads of the pool
   */
  Meters(NanoClock clock, int cores, int threads, int queueLimit) {
    this.clock = clock;
    this.cores = cores;
    this.threads = threads;
    this.queueLimit = queueLimit;
    fromNanos = clock.nanoTime();
    for (Outcome outcome : Outcome.values()) {
      ended.put(outcome, new AtomicLong());
    }
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    arrived.incrementAndGet();
  }

  @Override
  public void refused(long request, long atNanos) {
    refused.incrementAndGet();
  }

  @Override
  public void started(long request, long atNanos) {
    started.incrementAndGet();
  }

  @Override
  public void ended(long request, Timeline timeline, RequestOptions options) {
    Outcome outcome = timeline.outcome();
    requireNonNull(ended.get(outcome)).incrementAndGet();
    threadNanos.addAndGet(Math.max(timeline.threadNanos(), 0));
    if (timeline.preemptions() > 0) {
      preemptions.addAndGet(timeline.preemptions());
      preemptedNanos.addAndGet(timeline.preemptedNanos());
    }
    if (outcome == Outcome.COMPLETED || outcome == Outcome.PARTIAL) {
      responseNanos.record(timeline.responseNanos());
      waitNanos.record(timeline.waitNanos());
      executionNanos.record(timeline.executionNanos());
      peakDegree.record(timeline.peakDegree());
      chunks.record(timeline.chunks());
    }
  }

  /** Counts a change of policy. */
  void policyChanged() {
    policyChanges.incrementAndGet();
  }

  /** Shows the present numbers. Called under the engine's lock. */
  void show(int boosted, int paused, int preemptedNow) {
    if (preempted != preemptedNow) {
      preempted = preemptedNow;
    }
    if (boostedThreads != boosted) {
      boostedThreads = boosted;
    }
    if (pausedThreads != paused) {
      pausedThreads = paused;
    }
  }

  Metrics.Gauges gauges(Load load, boolean policyFailed, int listenersFailed) {
    return new Metrics.Gauges(
        load.waiting(),
        load.requests() - load.waiting(),
        preempted,
        load.threads(),
        boostedThreads,
        pausedThreads,
        threads,
        cores,
        queueLimit,
        policyFailed,
        listenersFailed);
  }

  /** Returns a snapshot of everything so far. */
  Metrics metrics(Metrics.Gauges gauges) {
    // Read in the reverse order of writing: each request that has ended here has also arrived.
    Metrics.Histogram response = responseNanos.snapshot();
    Metrics.Histogram wait = waitNanos.snapshot();
    Metrics.Histogram execution = executionNanos.snapshot();
    Metrics.Histogram degrees = peakDegree.snapshot();
    Metrics.Histogram chunkCounts = chunks.snapshot();
    long totalThreadNanos = threadNanos.get();
    var endedSoFar = new EnumMap<Outcome, Long>(Outcome.class);
    ended.forEach((outcome, count) -> endedSoFar.put(outcome, count.get()));
    long startedSoFar = started.get();
    long refusedSoFar = refused.get();
    var counts =
        new Metrics.Counts(
            arrived.get(),
            refusedSoFar,
            startedSoFar,
            endedSoFar,
            totalThreadNanos,
            preemptions.get(),
            preemptedNanos.get(),
            policyChanges.get());
    return new Metrics(
        fromNanos,
        clock.nanoTime(),
        counts,
        gauges,
        response,
        wait,
        execution,
        degrees,
        chunkCounts,
        Optional.empty());
  }

  /**
   * A {@link Metrics.Histogram} that still grows: each value increments one counter. Recording and
   * reading are wait-free.
   */
  static final class LiveHistogram {
    private final int unitBits;
    private final long highest;
    private final AtomicLongArray counts;
    private final AtomicLong beyond = new AtomicLong();

    /**
     * An empty histogram.
     *
     * @param lowest least value that is distinguished from smaller values; at least 1
     * @param highest greatest value; a greater value counts as this one; at least {@code lowest}
     */
    LiveHistogram(long lowest, long highest) {
      unitBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(lowest);
      this.highest = highest;
      counts = new AtomicLongArray(Metrics.Histogram.bucket(highest, unitBits) + 1);
    }

    /** Records a value; a negative one as 0. */
    void record(long value) {
      counts.incrementAndGet(Metrics.Histogram.bucket(Math.clamp(value, 0, highest), unitBits));
      if (value > highest) {
        beyond.incrementAndGet();
      }
    }

    Metrics.Histogram snapshot() {
      long beyondBefore = beyond.get();
      long[] copy = new long[counts.length()];
      for (int bucket = 0; bucket < copy.length; bucket++) {
        copy[bucket] = counts.get(bucket);
      }
      return new Metrics.Histogram(copy, unitBits, beyondBefore);
    }
  }
}
