package org.curtail.runtime;

import java.util.List;
import java.util.Optional;

/**
 * One request, divided into chunks that several workers can share.
 *
 * <p>Chunks are numbered from 0 and claimed in that order, one at a time, by whichever workers
 * serve the request at the moment; each worker sees ascending numbers. A worker is born by {@link
 * #join} on the thread that then runs its chunks, and is never used by another thread until {@link
 * #complete}. A thread that is taken away and comes back goes on with the worker it had.
 *
 * <p>Calls happen in this order: {@link #begin} once; then {@link #join} once per worker, never two
 * at a time; {@link #run} many times, concurrently for different workers; {@link #complete} or
 * {@link #partial} at most once, after all workers have stopped, seeing everything they wrote.
 * After an exception nothing more is called and the request fails with it; after a cancellation
 * nothing more is called either.
 *
 * @param <W> what a worker keeps between its chunks, for example a heap of the best results so far
 * @param <R> the result
 */
public interface SharedWork<W, R> {
  /** A running chunk's word with the engine. */
  interface Checkpoint {
    /**
     * Where a long chunk can safely be interrupted for a moment: does what a chunk border does
     * apart from claiming the next chunk, so that the request can gain threads. Cheap: one reading
     * of the clock when nothing is due.
     */
    void pass();

    /** True if the request was cancelled, has failed or is too late: the chunk may return early. */
    boolean isOver();

    /**
     * The request needs no chunk beyond those that are claimed: its result is complete when they
     * have run. For work that can tell while it runs that the rest does not matter.
     */
    void enough();
  }

  /** Work to do once, before the first chunk, on the thread of the first worker. */
  default void begin() throws Exception {}

  /**
   * As {@link #begin()}, which it calls by default, for work that is cut to the number of threads
   * it starts with. Called instead of it.
   *
   * @param degree what the policy gives the request at its start, at least 1; threads may be late,
   *     and a policy may change its mind
   */
  default void begin(int degree) throws Exception {
    begin();
  }

  /** The greatest number of chunks: far more than anybody needs. */
  int MOST_CHUNKS = Integer.MAX_VALUE / 2;

  /** Number of chunks, 0 to {@link #MOST_CHUNKS}. Called once, after {@link #begin}. */
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

  /**
   * Makes a result of what was done until the deadline passed, on the thread of the last worker to
   * stop.
   *
   * @param workers all that joined, in the order of joining; at least one
   * @return empty, as by default, if an incomplete result is of no use
   */
  default Optional<R> partial(List<W> workers) throws Exception {
    return Optional.empty();
  }
}
