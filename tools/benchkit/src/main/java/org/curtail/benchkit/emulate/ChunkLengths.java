package org.curtail.benchkit.emulate;

/**
 * The chunks of a request: its serial part, if any, in one chunk; then equal chunks; then shorter
 * ones, so that its threads end almost together, as in the simulator.
 *
 * @param serialMs length of the serial part; 0 if there is none
 * @param plain number of chunks of the usual length: at least 0
 * @param plainMs length of a usual chunk on one thread
 * @param brief number of last chunks of a quarter of that length: at least 1
 */
record ChunkLengths(double serialMs, int plain, double plainMs, int brief) {
  private static final int BRIEF_PER_PLAIN = 4;

  /**
   * Cuts a request into chunks.
   *
   * @param serialMs time of its serial part, below {@code timeMs}
   * @param timeMs time of the request on one thread
   * @param chunkMs approximate length of a chunk
   * @param threads greatest number of threads of the request; their last usual chunks end half a
   *     chunk apart in the mean
   */
  static ChunkLengths of(double serialMs, double timeMs, double chunkMs, int threads) {
    double sharedMs = timeMs - serialMs;
    int whole = (int) Math.max(1, Math.round(sharedMs / chunkMs));
    int cut = Math.min(whole, Math.ceilDiv(threads, 2));
    return new ChunkLengths(serialMs, whole - cut, sharedMs / whole, cut * BRIEF_PER_PLAIN);
  }

  int chunks() {
    return serialChunks() + plain + brief;
  }

  private int serialChunks() {
    return serialMs > 0 ? 1 : 0;
  }

  /** Returns true if a chunk is the serial part. */
  boolean isSerial(int chunk) {
    return chunk < serialChunks();
  }

  /** Returns the time of a chunk on one thread, in milliseconds. */
  double ms(int chunk) {
    if (isSerial(chunk)) {
      return serialMs;
    }
    return chunk < serialChunks() + plain ? plainMs : plainMs / BRIEF_PER_PLAIN;
  }
}
