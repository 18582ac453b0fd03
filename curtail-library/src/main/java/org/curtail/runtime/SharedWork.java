package org.curtail.runtime;

import java.util.List;

/**
 * One request, divided into chunks that several workers can share.
 *
 * <p>Chunks are numbered from 0 and claimed in that order, one at a time, by whichever workers
 * serve the request at the moment; each worker sees ascending numbers. A worker is born by {@link
 * #join} on the thread that then runs its chunks, and is never used by another thread until {@link
 * #complete}.
 *
 * <p>Calls happen in this order: {@link #begin} once; then {@link #join} once per worker, never two
 * at a time; {@link #run} many times, concurrently for different workers; {@link #complete} once,
 * after all workers have stopped, seeing everything they wrote. After an exception nothing more is
 * called and the request fails with it.
 *
 * @param <W> what a worker keeps between its chunks, for example a heap of the best results so far
 * @param <R> the result
 */
public interface SharedWork<W, R> {
  /** Lets a long chunk be interrupted where it is safe to look at the clock. */
  @FunctionalInterface
  interface Checkpoint {
    /**
     * Does what a chunk border does apart from claiming the next chunk: lets the request gain
     * threads. Cheap: one reading of the clock when nothing is due.
     */
    void pass();
  }

  /** Work to do once, before the first chunk, on the thread of the first worker. */
  default void begin() throws Exception {}

  /** Number of chunks, at least 0. Called once, after {@link #begin}. */
  int chunks() throws Exception;

  /** A worker joins. Called on its thread; never two calls of one request at a time. */
  W join() throws Exception;

  /**
   * Runs one chunk.
   *
   * @param worker what {@link #join} returned on this thread
   * @param chunk 0 to {@link #chunks} - 1; greater than any this worker ran before
   * @param checkpoint to be passed now and then by chunks that take long
   */
  void run(W worker, int chunk, Checkpoint checkpoint) throws Exception;

  /**
   * Makes the result, on the thread of the last worker to stop.
   *
   * @param workers all that joined, in the order of joining; at least one
   */
  R complete(List<W> workers) throws Exception;
}
