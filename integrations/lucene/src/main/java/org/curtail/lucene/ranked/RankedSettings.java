package org.curtail.lucene.ranked;

/**
 * How an index is searched in order of importance.
 *
 * @param staticWeight what the most important document's rank adds to its relevance, in units of
 *     the dynamic score: finite, at least 0
 * @param chunks into about how many chunks the index is cut, at least 1; {@code curtail
 *     tune-chunks} finds a good number
 * @param sharing how chunks are shared among threads
 * @param termination when a search may stop
 */
public record RankedSettings(
    double staticWeight, int chunks, ChunkSharing sharing, Termination termination) {
  /** As the Adaptive parallelism paper found best for its index (section 6.1). */
  public static final int DEFAULT_CHUNKS = 200;

  /**
   * Chosen so that searches of an index of Wikipedia, by the number of references and scored by
   * trees, end about as early as those of the Adaptive parallelism paper (Figure 4): 3 of 10 in the
   * first tenth, less than half in the first half. Other scores and ranks want other weights.
   */
  public static final double DEFAULT_STATIC_WEIGHT = 35;

  public RankedSettings {
    if (!(staticWeight >= 0) || Double.isInfinite(staticWeight)) {
      throw new IllegalArgumentException(
          "expected a finite static weight of at least 0, found " + staticWeight);
    }
    if (chunks < 1) {
      throw new IllegalArgumentException("expected 1 or more chunks, found " + chunks);
    }
  }

  /** Safe termination and dynamic sharing of 200 chunks. */
  public static RankedSettings defaults() {
    return new RankedSettings(
        DEFAULT_STATIC_WEIGHT, DEFAULT_CHUNKS, ChunkSharing.DYNAMIC, Termination.SAFE);
  }

  /** The same with another way to share. */
  public RankedSettings with(ChunkSharing other) {
    return new RankedSettings(staticWeight, chunks, other, termination);
  }

  /** The same with another termination. */
  public RankedSettings with(Termination other) {
    return new RankedSettings(staticWeight, chunks, sharing, other);
  }

  /** The same with another number of chunks. */
  public RankedSettings withChunks(int other) {
    return new RankedSettings(staticWeight, other, sharing, termination);
  }
}
