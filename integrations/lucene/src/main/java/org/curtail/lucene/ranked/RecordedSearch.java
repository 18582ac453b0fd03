package org.curtail.lucene.ranked;

import org.curtail.runtime.SharedWork;

/**
 * One search in order of importance, recorded chunk by chunk: what each chunk cost a sequential
 * search that went through all of them, and what it holds. It can be replayed with any sharing,
 * termination and degree, on more cores than the machine has.
 *
 * <p>A replay visits chunks and finds hits exactly as the search itself does when its threads
 * advance in the same way. Only costs are approximate: a chunk is taken to cost what it cost when
 * all chunks before it had been searched, so that its pruning knew all their hits; and threads are
 * taken not to slow each other down.
 *
 * <p>Made by {@link RankedIndex#record}. Immutable; holds no reader.
 */
public final class RecordedSearch {
  private final ChunkBounds bounds;
  private final int topHits;
  private final double dynamicUpperBound;
  private final Costs costs;
  private final long[][] hits;

  /**
   * A recorded search.
   *
   * @param dynamicUpperBound no match has a greater dynamic score; infinite if nobody knows
   * @param hits of each chunk its own best, up to topHits, encoded by {@link HitOrder}
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

  /** What a search costs, in nanoseconds. */
  static final class Costs {
    private final long fixedNanos;
    private final long[] openNanos;
    private final int[] leaves;
    private final long[] chunkNanos;

    /**
     * Costs.
     *
     * @param fixedNanos what only one thread does: rewriting, weights, upper bounds, the result
     * @param openNanos what a thread does once for each leaf before its first chunk there
     * @param leaves of each chunk its leaf
     * @param chunkNanos of each chunk
     */
    Costs(long fixedNanos, long[] openNanos, int[] leaves, long[] chunkNanos) {
      this.fixedNanos = fixedNanos;
      this.openNanos = openNanos;
      this.leaves = leaves;
      this.chunkNanos = chunkNanos;
    }
  }

  /** How many chunks there are. */
  public int chunks() {
    return hits.length;
  }

  /** What only one thread does, before and after the chunks, in nanoseconds. */
  public long fixedNanos() {
    return costs.fixedNanos;
  }

  /** What a chunk costs, in nanoseconds, without {@link #openNanos}. */
  public long chunkNanos(int chunk) {
    return costs.chunkNanos[chunk];
  }

  /**
   * What a thread does once before its first chunk in a segment, in nanoseconds: Lucene makes it a
   * scorer of its own.
   *
   * @param chunk any of the segment's
   */
  public long openNanos(int chunk) {
    return costs.openNanos[costs.leaves[chunk]];
  }

  /**
   * The search as work that can be shared, to be submitted once: the very work that a search is,
   * but for computing, which it spends.
   *
   * @param spending what threads do instead of computing
   */
  public SharedWork<?, RankedHits> work(
      ChunkSharing sharing, Termination termination, Spending spending) {
    return new RankedWork(new RecordedChunks(this, spending), sharing, termination, topHits);
  }

  /**
   * What becomes of the search if threads start at the same time and none ever waits for a core:
   * always the same.
   *
   * @param degree how many threads, at least 1
   * @param helpersLateNanos how much later the second and all further threads start than the first
   *     goes to the chunks; at least 0
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
}
