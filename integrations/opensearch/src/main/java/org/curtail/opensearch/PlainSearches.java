package org.curtail.opensearch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReading;

/**
 * Searches that the engine could serve and OpenSearch serves, as without the plugin: on its own
 * thread, without waiting. A learning policy receives their durations, so that it knows the whole
 * load and each search's time on one thread. Safe for all threads.
 */
final class PlainSearches {
  /** A search as OpenSearch runs it, on the calling thread. */
  interface Search {
    boolean run() throws IOException;
  }

  /** Request number of searches that the engine does not serve; never looked up. */
  private static final long NUMBER = -1;

  private final Supplier<ThreadReading> readings = Signals.cpuTime().readings();
  private final AtomicInteger running = new AtomicInteger();

  /** Number of searches running now. */
  int running() {
    return running.get();
  }

  /**
   * Runs a search.
   *
   * @param pilot learns from the search
   * @param cpuOfOthersNanos CPU time of other threads for its task so far
   * @param ended receives the timeline
   * @throws IOException as the search throws it; unchecked exceptions likewise
   */
  boolean run(
      Optional<Autopilot> pilot,
      RequestOptions options,
      LongSupplier cpuOfOthersNanos,
      Consumer<Timeline> ended,
      Search search)
      throws IOException {
    long othersNanos = cpuOfOthersNanos.getAsLong();
    ThreadReading from = readings.get();
    running.incrementAndGet();
    pilot.ifPresent(learns -> learns.arrived(NUMBER, from.wallNanos(), options));
    Outcome outcome = Outcome.FAILED;
    try {
      boolean rescore = search.run();
      outcome = Outcome.COMPLETED;
      return rescore;
    } finally {
      running.decrementAndGet();
      ThreadReading to = readings.get();
      othersNanos = Math.max(cpuOfOthersNanos.getAsLong() - othersNanos, 0);
      Timeline timeline = timeline(from, to, othersNanos, outcome);
      ended.accept(timeline);
      pilot.ifPresent(learns -> learns.ended(NUMBER, timeline));
    }
  }

  /**
   * Returns the timeline of the search as one on a single thread. If OpenSearch searched segments
   * at the same time, the path has the time of all its threads: one thread needs as long.
   */
  private static Timeline timeline(
      ThreadReading from, ThreadReading to, long othersNanos, Outcome outcome) {
    Thread thread = Thread.currentThread();
    long fromNanos = from.wallNanos();
    long toNanos = Math.max(to.wallNanos(), fromNanos);
    long nanos = toNanos - fromNanos;
    var stints = new ArrayList<Stint>();
    Stint own = Stint.between(thread, from, to, 1);
    stints.add(own);
    if (othersNanos > 0) {
      stints.add(Stint.between(thread, cpu(fromNanos, 0), cpu(toNanos, othersNanos), 0));
    }
    long onOneThread = Math.max(nanos, own.cpuNanos() + othersNanos);
    return new Timeline(
        fromNanos,
        fromNanos,
        toNanos,
        onOneThread,
        1,
        1,
        List.of(new Timeline.Phase(1, onOneThread, 1)),
        0,
        0,
        outcome,
        fromNanos,
        stints);
  }

  private static ThreadReading cpu(long atNanos, long cpuNanos) {
    long none = ThreadReading.UNAVAILABLE;
    return new ThreadReading(atNanos, cpuNanos, none, none, none, none, none);
  }
}
