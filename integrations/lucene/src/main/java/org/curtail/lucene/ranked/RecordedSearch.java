package org.curtail.lucene.ranked;

import java.util.BitSet;
import org.apache.lucene.util.ThreadInterruptedException;
import org.curtail.runtime.SharedWork;

/**
 * Search in order of importance, recorded chunk by chunk: the hits of each chunk, and its cost in a
 * sequential search through all chunks. The recorded search can be replayed with any sharing,
 * termination and degree, on more cores than the machine has.
 *
 * <p>If its threads advance as in the search, a replay visits the same chunks and finds the same
 * hits. Costs are approximate for two reasons. A chunk costs the time measured after all chunks
 * before it, when pruning used all their hits. Threads do not slow each other down.
 *
 * <p>Made by {@link RankedIndex#record}. Immutable; has no reader.
 */
public final class RecordedSearch {
  private final ChunkBounds bounds;
  private final int topHits;
  private final double dynamicUpperBound;
  private final Costs costs;
  private final long[][] hits;

  /**
   * Creates a recorded search.
   *
   * @param dynamicUpperBound the greatest dynamic score of any match; infinite if unknown
   * @param hits the best hits of each chunk, up to topHits, encoded by {@link HitOrder}
   */
  RecordedSearch(
      ChunkBounds bounds, int topHits, double dynamicUpperBound, Costs costs, long[][] hits) {
    if (hits.length != costs.chunkNanos.length) {
      throw new IllegalArgumentException(
          "expected hits of %d chunks, found %d".formatted(costs.chunkNanos.length, hits.length));
    }
    this.bounds = bounds;
    this.topHits = topHits;
    this.dynamicUpperBound = dynamicUpperBound;
    this.costs = costs;
    this.hits = hits;
  }

  /** Costs of a search, in nanoseconds. */
  static final class Costs {
    private final long fixedNanos;
    private final long[] openNanos;
    private final int[] leaves;
    private final long[] chunkNanos;

    /**
     * Creates costs.
     *
     * @param fixedNanos time that only one thread spends: rewriting, weights, upper bounds, the
     *     result
     * @param openNanos time that each thread spends once per leaf, before its first chunk there
     * @param leaves the leaf of each chunk
     * @param chunkNanos time of each chunk
     */
    Costs(long fixedNanos, long[] openNanos, int[] leaves, long[] chunkNanos) {
      this.fixedNanos = fixedNanos;
      this.openNanos = openNanos;
      this.leaves = leaves;
      this.chunkNanos = chunkNanos;
    }
  }

  /** Number of chunks. */
  public int chunks() {
    return hits.length;
  }

  /** Time that only one thread spends, before and after the chunks, in nanoseconds. */
  public long fixedNanos() {
    return costs.fixedNanos;
  }

  /** Cost of a chunk, in nanoseconds, without {@link #openNanos}. */
  public long chunkNanos(int chunk) {
    return costs.chunkNanos[chunk];
  }

  /**
   * Time that each thread spends before its first chunk in a segment, in nanoseconds, because it
   * needs a scorer of its own.
   *
   * @param chunk any chunk of the segment
   */
  public long openNanos(int chunk) {
    return costs.openNanos[costs.leaves[chunk]];
  }

  /**
   * Returns the search as work that threads can share, to be submitted once. The work does the work
   * of a real search with simulated computing.
   *
   * @param computation simulates the computing of the threads
   */
  public SharedWork<?, RankedHits> work(
      ChunkSharing sharing, Termination termination, SimulatedComputation computation) {
    return new RankedWork(new RecordedChunks(this, computation), sharing, termination, topHits);
  }

  /**
   * Replays the search with threads that start at the same time and never wait for a core. The
   * outcome is deterministic.
   *
   * @param degree number of threads, at least 1
   * @param helpersLateNanos delay of the second and later threads after the first thread begins
   *     with the chunks; at least 0
   */
  public ReplayedSearch replay(
      ChunkSharing sharing, Termination termination, int degree, long helpersLateNanos) {
    return new TimedReplay(this, sharing, termination, degree, helpersLateNanos).run();
  }

  int topHits() {
    return topHits;
  }

  double dynamicUpperBound() {
    return dynamicUpperBound;
  }

  ChunkBounds bounds() {
    return bounds;
  }

  int leaf(int chunk) {
    return costs.leaves[chunk];
  }

  int leaves() {
    return costs.openNanos.length;
  }

  /** Offers the hits of a chunk. */
  void offer(int chunk, LocalHits to) {
    for (long hit : hits[chunk]) {
      to.count();
      to.offer(HitOrder.score(hit), HitOrder.doc(hit));
    }
  }

  /** Costs of chunks for one thread of a replay, which opens each leaf once. */
  static final class ThreadCosts {
    private final RecordedSearch search;
    private final BitSet opened;

    ThreadCosts(RecordedSearch search) {
      this.search = search;
      this.opened = new BitSet(search.leaves());
    }

    /**
     * Returns the cost of a chunk in nanoseconds. The first chunk of a leaf includes the cost to
     * open it.
     */
    long nanos(int chunk) {
      int leaf = search.leaf(chunk);
      long openNanos = opened.get(leaf) ? 0 : search.openNanos(chunk);
      opened.set(leaf);
      return openNanos + search.chunkNanos(chunk);
    }
  }

  /** Chunks of a recorded search: they spend the recorded time and offer the recorded hits. */
  private static final class RecordedChunks implements ChunkSource {
    private final RecordedSearch search;
    private final SimulatedComputation computation;

    RecordedChunks(RecordedSearch search, SimulatedComputation computation) {
      this.search = search;
      this.computation = computation;
    }

    @Override
    public void begin() {
      spend(search.fixedNanos());
    }

    @Override
    public int count() {
      return search.chunks();
    }

    @Override
    public double dynamicUpperBound() {
      return search.dynamicUpperBound();
    }

    @Override
    public ChunkBounds bounds() {
      return search.bounds();
    }

    @Override
    public ChunkScorer join() {
      var costs = new ThreadCosts(search);
      return (chunk, hits) -> {
        spend(costs.nanos(chunk));
        search.offer(chunk, hits);
      };
    }

    private void spend(long nanos) {
      try {
        computation.spend(nanos);
      } catch (InterruptedException e) {
        throw new ThreadInterruptedException(e);
      }
    }
  }
}
