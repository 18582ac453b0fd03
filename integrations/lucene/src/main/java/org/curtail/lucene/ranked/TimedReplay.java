package org.curtail.lucene.ranked;

import java.util.BitSet;
import java.util.Comparator;
import java.util.PrimitiveIterator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Replay of a recorded search event by event, without threads. An event is the end of a thread's
 * chunk: the thread publishes its hits, copies those of others, checks and continues. Events at the
 * same time are ordered by thread number. For one use.
 */
final class TimedReplay {
  private final RecordedSearch search;
  private final ChunkSharing sharing;
  private final int lanes;
  private final double dynamicBound;
  private final TopHits top;
  private final BitSet visited;
  private final PriorityQueue<SimulatedThread> running =
      new PriorityQueue<>(
          Comparator.comparingLong((SimulatedThread thread) -> thread.atNanos)
              .thenComparingInt(thread -> thread.number));

  private int nextLane;
  private boolean enough;
  private long collected;
  private long endNanos;

  TimedReplay(
      RecordedSearch search,
      ChunkSharing sharing,
      Termination termination,
      int degree,
      long helpersLateNanos) {
    if (degree < 1 || helpersLateNanos < 0) {
      throw new IllegalArgumentException(
          "expected a degree of at least 1 and helpers not early, found %d and %d"
              .formatted(degree, helpersLateNanos));
    }
    this.search = search;
    this.sharing = sharing;
    lanes = sharing.lanes(search.chunks(), degree);
    dynamicBound = termination.dynamicBound(search.dynamicUpperBound());
    top = new TopHits(search.topHits());
    visited = new BitSet(search.chunks());
    endNanos = search.fixedNanos();
    for (int i = 0; i < degree; i++) {
      running.add(new SimulatedThread(i, search.fixedNanos() + (i == 0 ? 0 : helpersLateNanos)));
    }
  }

  private final class SimulatedThread {
    private final int number;
    private final LocalHits hits = new LocalHits(top, search.topHits());
    private final RecordedSearch.ThreadCosts costs = new RecordedSearch.ThreadCosts(search);
    private PrimitiveIterator.OfInt lane = IntStream.empty().iterator();
    private long atNanos;
    private int chunk = -1;

    SimulatedThread(int number, long atNanos) {
      this.number = number;
      this.atNanos = atNanos;
    }

    /** Ends the current chunk and begins the next. Returns false if there is none. */
    boolean advance() {
      if (chunk >= 0) {
        search.offer(chunk, hits);
        hits.publish();
        endNanos = Math.max(endNanos, atNanos);
      }
      while (true) {
        if (!lane.hasNext() && !takeLane()) {
          collected += hits.collected();
          return false;
        }
        chunk = lane.nextInt();
        hits.refresh();
        if (search.bounds().mayImprove(chunk, dynamicBound, hits.worst())) {
          visited.set(chunk);
          atNanos += costs.nanos(chunk);
          return true;
        }
        chunk = -1;
        lane = IntStream.empty().iterator();
        enough |= sharing == ChunkSharing.DYNAMIC;
      }
    }

    private boolean takeLane() {
      if (enough || nextLane == lanes) {
        return false;
      }
      lane = sharing.chunks(nextLane++, lanes, search.chunks()).iterator();
      return true;
    }
  }

  ReplayedSearch run() {
    while (!running.isEmpty()) {
      SimulatedThread next = running.remove();
      if (next.advance()) {
        running.add(next);
      }
    }
    return new ReplayedSearch(
        new RankedHits(top.topDocs(collected), search.chunks(), visited), endNanos);
  }
}
