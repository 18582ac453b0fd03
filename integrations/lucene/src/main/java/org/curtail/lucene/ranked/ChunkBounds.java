package org.curtail.lucene.ranked;

import java.util.List;

/** Upper bounds of the hits in the chunks of an index. Immutable. */
final class ChunkBounds {
  private final double[] greatestStatic;
  private final int[] firstDocFrom;

  private ChunkBounds(double[] greatestStatic, int[] firstDocFrom) {
    this.greatestStatic = greatestStatic;
    this.firstDocFrom = firstDocFrom;
  }

  /** Computes the bounds of chunks in order of importance. */
  static ChunkBounds of(List<RankedChunk> chunks) {
    return of(
        chunks.stream().mapToDouble(RankedChunk::greatestStatic).toArray(),
        chunks.stream().mapToInt(RankedChunk::firstDoc).toArray());
  }

  /**
   * Computes the bounds of chunks in order of importance.
   *
   * @param greatestStatic the greatest static score of each chunk; never rises
   * @param firstDocs the first document of each chunk, counted within the index
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
   * True if a chunk or any later one may contain a hit better than the worst of the top.
   *
   * @param dynamicBound the greatest dynamic score of any match; infinite if unknown
   * @param worst as {@link TopHits#worst}
   */
  boolean mayImprove(int chunk, double dynamicBound, long worst) {
    return worst == HitOrder.NOTHING
        || Double.isInfinite(dynamicBound)
        || bestPossibleFrom(chunk, dynamicBound) > worst;
  }

  private long bestPossibleFrom(int chunk, double dynamicBound) {
    return HitOrder.encode(
        HitOrder.relevance(dynamicBound, greatestStatic[chunk]), firstDocFrom[chunk]);
  }
}
