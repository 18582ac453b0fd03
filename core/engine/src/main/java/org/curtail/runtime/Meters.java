package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what happens to requests. What is written per request takes no lock, no memory, and is
 * wait-free; nothing is written per chunk. Safe for all threads.
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
  private final AtomicLong timesAside = new AtomicLong();
  private final AtomicLong asideNanos = new AtomicLong();
  private final AtomicLong policyChanges = new AtomicLong();
  private final Map<Outcome, AtomicLong> ended = new EnumMap<>(Outcome.class);

  private final LiveHistogram responseNanos = new LiveHistogram(LEAST_NANOS, MOST_NANOS);
  private final LiveHistogram waitNanos = new LiveHistogram(LEAST_NANOS, MOST_NANOS);
  private final LiveHistogram executionNanos = new LiveHistogram(LEAST_NANOS, MOST_NANOS);
  private final LiveHistogram peakDegree = new LiveHistogram(1, MOST_THREADS);
  private final LiveHistogram chunks = new LiveHistogram(1, MOST_CHUNKS);

  Meters() {
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
  public void ended(long request, Timeline timeline) {
    Outcome outcome = timeline.outcome();
    requireNonNull(ended.get(outcome)).incrementAndGet();
    threadNanos.addAndGet(Math.max(timeline.threadNanos(), 0));
    if (timeline.timesAside() > 0) {
      timesAside.addAndGet(timeline.timesAside());
      asideNanos.addAndGet(timeline.asideNanos());
    }
    if (outcome == Outcome.COMPLETED || outcome == Outcome.PARTIAL) {
      responseNanos.record(timeline.responseNanos());
      waitNanos.record(timeline.waitNanos());
      executionNanos.record(timeline.executionNanos());
      peakDegree.record(timeline.peakDegree());
      chunks.record(timeline.chunks());
    }
  }

  /** Another policy serves from now on. */
  void policyChanged() {
    policyChanges.incrementAndGet();
  }

  /** Everything so far. */
  Metrics metrics(long fromNanos, NanoClock clock, Metrics.Gauges gauges) {
    // What is written last is read first, so that nobody has ended who has not arrived.
    Histogram response = responseNanos.snapshot();
    Histogram wait = waitNanos.snapshot();
    Histogram execution = executionNanos.snapshot();
    Histogram degrees = peakDegree.snapshot();
    Histogram chunkCounts = chunks.snapshot();
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
            timesAside.get(),
            asideNanos.get(),
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
}
