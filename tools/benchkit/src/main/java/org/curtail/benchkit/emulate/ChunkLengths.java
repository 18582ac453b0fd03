package org.curtail.benchkit.emulate;

/**
 * Into what a request is cut: chunks of equal length, and shorter ones in the end, so that its
 * threads end nearly together, as they do in the simulator.
 *
 * @param plain chunks of the usual length, at least 0
 * @param plainMs their length on one thread
 * @param brief chunks that follow, a quarter as long; at least 1
 */
record ChunkLengths(int plain, double plainMs, int brief) {
  private static final int BRIEF_PER_PLAIN = 4;

  /**
   * Of a request.
   *
   * @param timeMs what it takes one thread
   * @param chunkMs about how long a chunk should be
   * @param threads that it may have; as far apart as half a chunk in the mean when the last usual
   *     chunks end
   */
  static ChunkLengths of(double timeMs, double chunkMs, int threads) {
    int whole = (int) Math.max(1, Math.round(timeMs / chunkMs));
    int cut = Math.min(whole, Math.ceilDiv(threads, 2));
    return new ChunkLengths(whole - cut, timeMs / whole, cut * BRIEF_PER_PLAIN);
  }

  int chunks() {
    return plain + brief;
  }

  /** How long a chunk takes one thread, in milliseconds. */
  double ms(int chunk) {
    return chunk < plain ? plainMs : plainMs / BRIEF_PER_PLAIN;
  }
}
