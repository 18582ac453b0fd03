package org.curtail.lucene.ranked;

/**
 * Settings of searches in order of importance.
 *
 * @param staticWeight addition to the relevance of the most important document, in units of the
 *     dynamic score: finite, at least 0
 * @param chunks approximate number of chunks of the index, at least 1; {@code curtail tune-chunks}
 *     finds a good number
 * @param sharing way to share chunks among threads
 * @param termination rule for an early end
 */
public record RankedSettings(
    double staticWeight, int chunks, ChunkSharing sharing, Termination termination) {
  /** The best number in the Adaptive parallelism paper (section 6.1). */
  public static final int DEFAULT_CHUNKS = 200;

  /**
   * Chosen for an index of Wikipedia, ranked by number of references and scored by trees. With it
   * searches end about as early as in the Adaptive parallelism paper (Figure 4): 3 of 10 in the
   * first tenth, less than half in the first half. Other scores and ranks need other weights.
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

  /** Returns a copy with another way to share. */
  public RankedSettings with(ChunkSharing other) {
    return new RankedSettings(staticWeight, chunks, other, termination);
  }

  /** Returns a copy with another termination. */
  public RankedSettings with(Termination other) {
    return new RankedSettings(staticWeight, chunks, sharing, other);
  }

  /** Returns a copy with another number of chunks. */
  public RankedSettings withChunks(int other) {
    return new RankedSettings(staticWeight, other, sharing, termination);
  }
}
