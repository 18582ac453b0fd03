package org.curtail.benchkit.emulate;

/**
 * The chunks of a request: equal chunks, then shorter ones, so that its threads end almost
 * together, as in the simulator.
 *
 * @param plain number of chunks of the usual length: at least 0
 * @param plainMs length of a usual chunk on one thread
 * @param brief number of last chunks of a quarter of that length: at least 1
 */
record ChunkLengths(int plain, double plainMs, int brief) {
  private static final int BRIEF_PER_PLAIN = 4;

  /**
   * Cuts a request into chunks.
   *
   * @param timeMs time of the request on one thread
   * @param chunkMs approximate length of a chunk
   * @param threads greatest number of threads of the request; their last usual chunks end half a
   *     chunk apart in the mean
   */
  static ChunkLengths of(double timeMs, double chunkMs, int threads) {
    int whole = (int) Math.max(1, Math.round(timeMs / chunkMs));
    int cut = Math.min(whole, Math.ceilDiv(threads, 2));
    return new ChunkLengths(whole - cut, timeMs / whole, cut * BRIEF_PER_PLAIN);
  }

  int chunks() {
    return plain + brief;
  }

  /** Returns the time of a chunk on one thread, in milliseconds. */
  double ms(int chunk) {
    return chunk < plain ? plainMs : plainMs / BRIEF_PER_PLAIN;
  }
}
