package org.curtail.benchkit.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.curtail.benchkit.emulate.Pace;
import org.curtail.benchkit.emulate.WaitMeter;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.ChunkSharing;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.RecordedSearch;
import org.curtail.lucene.ranked.ReplayedSearch;
import org.curtail.lucene.ranked.Termination;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/**
 * Replays recorded searches on the engine, each alone on emulated cores, at each degree. Several
 * replays run at the same time, each on its own engine and cores. Waiting threads need no core of
 * this machine; the number of wake-ups is limited.
 */
public final class SearchReplays {
  /** Greatest number of wake-ups per millisecond; twenty used a fifth of two cores. */
  private static final double MOST_WAKE_UPS_PER_MS = 8;

  private static final int MOST_SIDE_BY_SIDE = 16;

  private final List<RecordedSearch> searches;
  private final ReplaySetting setting;
  private final Console console;

  /** Order of searches: the longest first, so that all replays end at about the same time. */
  private final List<Integer> order;

  /** Hits of the replays, by search and degree. */
  private final RankedHits[][] hits;

  private final double[][] timesMs;
  private final WaitMeter meter = new WaitMeter();

  /**
   * Creates replays of all searches at all degrees.
   *
   * @param searches at least one search
   */
  public SearchReplays(List<RecordedSearch> searches, ReplaySetting setting, Console console) {
    if (searches.isEmpty()) {
      throw new IllegalArgumentException("expected recorded searches, found none");
    }
    this.searches = List.copyOf(searches);
    this.setting = setting;
    this.console = console;
    order =
        IntStream.range(0, searches.size())
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer i) ->
                        alone(searches.get(i), setting.ranked().termination()).nanos())
                    .reversed())
            .toList();
    hits = new RankedHits[searches.size()][setting.maxDegree()];
    timesMs = new double[searches.size()][setting.maxDegree()];
  }

  private static ReplayedSearch alone(RecordedSearch search, Termination termination) {
    return search.replay(ChunkSharing.DYNAMIC, termination, 1, 0);
  }

  /**
   * Returns a scale at which a chunk is long compared with the delay of wake-ups: at least 1, with
   * two digits.
   */
  public static double scale(List<RecordedSearch> searches, Termination termination) {
    double chunkNanos = meanChunkNanos(searches, termination);
    return Pace.roundedUp(Math.max(1, Pace.ORDERED_CHUNK_MS * 1e6 / chunkNanos));
  }

  /** Returns the mean time of the chunks that sequential searches visit. */
  static double meanChunkNanos(List<RecordedSearch> searches, Termination termination) {
    double nanos = 0;
    long chunks = 0;
    for (RecordedSearch search : searches) {
      ReplayedSearch alone = alone(search, termination);
      nanos += alone.hits().visited().stream().mapToLong(search::chunkNanos).sum();
      chunks += alone.hits().chunksVisited();
    }
    return Math.max(1, nanos / Math.max(1, chunks));
  }

  /**
   * Replays all searches.
   *
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work
   * @throws IllegalStateException if a replay fails, by a bug of the engine or of this package
   */
  public Replays run() throws InterruptedException {
    double chunkMs =
        meanChunkNanos(searches, setting.ranked().termination()) * setting.scale() / 1e6;
    for (int degree = 1; degree <= setting.maxDegree(); degree++) {
      console.progress(
          "profile: replaying %,d searches at degree %d of %d"
              .formatted(searches.size(), degree, setting.maxDegree()));
      int sideBySide =
          Math.clamp((long) (MOST_WAKE_UPS_PER_MS * chunkMs / degree), 1, MOST_SIDE_BY_SIDE);
      replay(degree, sideBySide);
      StopSignal.check("stopped while replaying searches; no profile was written");
    }
    return new Replays(searches, setting, timesMs, hits, meter.latenessMs(50), meter.meanError());
  }

  private void replay(int degree, int sideBySide) throws InterruptedException {
    Queue<Integer> left = new ConcurrentLinkedQueue<>(order);
    var ends = new ArrayList<Future<WaitMeter>>();
    try (ExecutorService threads = Executors.newFixedThreadPool(sideBySide)) {
      for (int i = 0; i < sideBySide; i++) {
        ends.add(threads.submit(() -> replay(degree, left)));
      }
      for (Future<WaitMeter> end : ends) {
        meter.add(end.get());
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(
          "a replay at degree %d failed: %s".formatted(degree, Failure.reason(cause)), e);
    }
  }

  /** Replays searches until none is left. */
  private WaitMeter replay(int degree, Queue<Integer> left) throws Exception {
    var own = new WaitMeter();
    try (Curtail engine =
        Curtail.with(new FixedDegree(degree))
            .cores(setting.cores())
            .threads(degree)
            .name("replay-" + degree)
            .start()) {
      for (Integer next = left.poll(); next != null && !StopSignal.raised(); next = left.poll()) {
        var time = EmulatedTime.on(setting.cores(), own, setting.scale());
        hits[next][degree - 1] = engine.run(work(searches.get(next), time));
        timesMs[next][degree - 1] = time.elapsedMs();
      }
    }
    return own;
  }

  private SharedWork<?, RankedHits> work(RecordedSearch search, EmulatedTime time) {
    return late(
        search.work(setting.ranked().sharing(), setting.ranked().termination(), time), time);
  }

  private <W> SharedWork<?, RankedHits> late(SharedWork<W, RankedHits> work, EmulatedTime time) {
    return new DelayedHelpers<>(work, time, setting.handOffNanos());
  }
}
