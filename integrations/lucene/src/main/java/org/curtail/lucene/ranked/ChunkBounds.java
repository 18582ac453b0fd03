package org.curtail.lucene.ranked;

import java.util.List;

/** What hits the chunks of an index could hold at best. Immutable. */
final class ChunkBounds {
  private final double[] greatestStatic;
  private final int[] firstDocFrom;

  private ChunkBounds(double[] greatestStatic, int[] firstDocFrom) {
    this.greatestStatic = greatestStatic;
    this.firstDocFrom = firstDocFrom;
  }

  /** Of chunks in order of importance. */
  static ChunkBounds of(List<RankedChunk> chunks) {
    return of(
        chunks.stream().mapToDouble(RankedChunk::greatestStatic).toArray(),
        chunks.stream().mapToInt(RankedChunk::firstDoc).toArray());
  }

  /**
   * Of chunks in order of importance.
   *
   * @param greatestStatic no document of a chunk has a greater static score; never rises
   * @param firstDocs of each chunk, counted within the index
   */
  static ChunkBounds of(double[] greatestStatic, int[] firstDocs) {
    int[] firstDocFrom = new int[firstDocs.length];
    int first = Integer.MAX_VALUE;
    for (int i = firstDocs.length - 1; i >= 0; i--) {
      first = Math.min(first, firstDocs[i]);
      firstDocFrom[i] = first;
    }
    return new ChunkBounds(greatestStatic.clone(), firstDocFrom);
  }

  /**
   * Whether a chunk or any later one may hold a hit that is better than the worst of the top.
   *
   * @param dynamicBound no match has a greater dynamic score; infinite if nobody knows
   * @param worst as {@link TopHits#worst}
   */
  boolean matters(int chunk, double dynamicBound, long worst) {
    return worst == HitOrder.NOTHING
        || Double.isInfinite(dynamicBound)
        || bestPossibleFrom(chunk, dynamicBound) > worst;
  }

  private long bestPossibleFrom(int chunk, double dynamicBound) {
    return HitOrder.encode(
        HitOrder.relevance(dynamicBound, greatestStatic[chunk]), firstDocFrom[chunk]);
  }
}
