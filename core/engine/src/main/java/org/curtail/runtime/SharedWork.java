package org.curtail.runtime;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.curtail.Prediction;

/**
 * The work of one request, divided into chunks that several workers can share. {@link #of} makes
 * such work from two functions. For other work, implement this interface.
 *
 * <p>A worker is one thread's part in one request. A chunk should compute for some 20 to 100 us,
 * and should not wait. A request gains and loses threads only between chunks. The engine's policy
 * decides the number of threads at each time.
 *
 * <p>Chunks have numbers from 0. The present workers claim them in that order, one at a time; each
 * worker gets ascending numbers. {@link #join} makes a worker on the thread that then runs its
 * chunks. No other thread uses the worker until {@link #complete}, except if {@link #workersMove}.
 * A thread that leaves and comes back continues with its old worker.
 *
 * <p>Calls happen in this order: {@link #prediction} and {@link #wantsCpuTime} at most once; {@link
 * #begin} once; then {@link #join} once for each worker, never two at a time; {@link #run} many
 * times, concurrently for different workers; {@link #complete} or {@link #partial} at most once.
 * The last call comes after all workers have stopped, on a thread that reads everything they wrote.
 * After an exception, nothing more is called and the request fails with it. After a cancellation,
 * nothing more is called.
 *
 * @param <W> state of a worker between its chunks, for example a heap of the best results so far
 * @param <R> the result
 */
public interface SharedWork<W, R> {
  /** The engine's methods for a running chunk. */
  interface Checkpoint {
    /**
     * Passes a border inside a long chunk: does everything that a chunk border does, except
     * claiming the next chunk. So the request can gain threads. Costs one reading of the clock if
     * nothing is due.
     */
    void pass();

    /** True if the request was cancelled, has failed or is too late: the chunk may return early. */
    boolean isOver();

    /**
     * Declares that the request needs no more chunks than the claimed ones. The request's result is
     * complete when these have run. For work whose remaining chunks turn out to be useless.
     */
    void enough();
  }

  /**
   * The work's own prediction of its demand. Asked once, before all other calls, on the thread that
   * submits or runs the work, if the {@link RequestOptions} have no prediction. Should be quick. An
   * exception goes to the submitter.
   *
   * @return {@link Prediction#NONE}, the default, if the demand is unknown
   */
  default Prediction prediction() {
    return Prediction.NONE;
  }

  /**
   * True if the work learns from the CPU time of its threads. {@link Timeline#stints} then has it,
   * also without {@link Setup#signals}. Each thread reads its CPU time when it begins and when it
   * leaves, which costs about a microsecond. Asked once, on the thread that submits or runs the
   * work.
   *
   * @return false by default
   */
  default boolean wantsCpuTime() {
    return false;
  }

  /**
   * Called once when the request has ended, with any outcome, for work that learns from it. Runs on
   * the thread that ended the request, before its {@link Ticket} is done. Not called for a refused
   * request. Should be quick. An exception is logged once for each engine, and changes nothing.
   */
  default void ended(Timeline timeline) {}

  /**
   * Prepares the work once, before the first chunk, on the thread of the first worker.
   *
   * @param degree the policy's first decision, at least 1: the number of threads that should serve
   *     the request. Threads may begin later, and the policy may change its decision
   */
  default void begin(int degree) throws Exception {}

  /** The greatest number of chunks. */
  int MOST_CHUNKS = Integer.MAX_VALUE / 2;

  /** Number of chunks, 0 to {@link #MOST_CHUNKS}. Called once, after {@link #begin}. */
  int chunks() throws Exception;

  /**
   * Makes the state of a worker, on the worker's thread. Never two calls of one request at a time.
   */
  W join() throws Exception;

  /**
   * True if a worker may continue on another thread after its own thread has left, between two
   * chunks. The other thread reads everything that was written before. If true, a request never has
   * more workers than threads at one time. If false, the default, each thread that serves the
   * request joins once. Called at any time, by any thread. The answer is constant.
   */
  default boolean workersMove() {
    return false;
  }

  /**
   * Runs one chunk.
   *
   * @param worker result of {@link #join} on this thread, or on another one if {@link #workersMove}
   * @param chunk 0 to {@link #chunks} - 1; greater than each earlier chunk of this worker
   * @param checkpoint methods of the engine; a long chunk should call {@link Checkpoint#pass} now
   *     and then
   */
  void run(W worker, int chunk, Checkpoint checkpoint) throws Exception;

  /**
   * Makes the result, on the thread of the last worker to stop.
   *
   * @param workers all that joined, in the order of joining; at least one
   */
  R complete(List<W> workers) throws Exception;

  /**
   * Makes a partial result after the deadline, on the thread of the last worker to stop.
   *
   * @param workers all that joined, in the order of joining; at least one
   * @return empty, the default, if an incomplete result is useless
   */
  default Optional<R> partial(List<W> workers) throws Exception {
    return Optional.empty();
  }

  /**
   * Returns the same work with another result.
   *
   * @param <S> the other result
   * @param result converts a full or partial result, on the thread of the last worker to stop
   */
  default <S> SharedWork<W, S> map(Function<? super R, ? extends S> result) {
    return new MappedWork<>(this, Objects.requireNonNull(result, "result"));
  }

  /**
   * Computes one chunk's part of a result.
   *
   * @param <T> the part
   */
  @FunctionalInterface
  interface ChunkFunction<T> {
    /**
     * Computes a chunk. Called once for each chunk, on several threads at the same time.
     *
     * @param chunk number of the chunk, from 0
     * @return the chunk's part of the result; not null
     * @throws Exception if the request is to fail with it
     */
    T apply(int chunk) throws Exception;
  }

  /**
   * Returns work whose result is the merged parts of its chunks:
   *
   * <pre>{@code
   * double sum = curtail.run(SharedWork.of(1_000, chunk -> sumOf(chunk), Double::sum));
   * }</pre>
   *
   * <p>Parts are merged in the order of the chunks, from the left, as in a plain loop: {@code
   * merge(merge(p0, p1), p2)} and so on. So the result does not depend on the threads. This holds
   * also if {@code merge} is not commutative or not associative, such as the addition of
   * floating-point numbers. {@code merge} may change and return its first argument. Each chunk
   * costs one object and a lock of some nanoseconds. Only one thread merges at a time. The thread
   * with the first missing part merges it, and all later parts that are ready. No thread waits for
   * that; early parts are kept. Implement {@code SharedWork} instead if merging takes much of the
   * time, or if a thread can use one buffer for all its chunks.
   *
   * <p>If the deadline passes while the request runs, it ends with a {@link
   * DeadlineExceededException}, because a partial result looks like a full one. {@link
   * MergedWork#allowPartial} changes that. Each object is for one request.
   *
   * @param chunks 1 to {@link #MOST_CHUNKS}
   * @param perChunk computes a chunk's part
   * @param merge merges two neighbouring parts; does not return null; called by one thread at a
   *     time
   * @throws IllegalArgumentException if {@code chunks} is out of range
   */
  static <T> MergedWork<T> of(int chunks, ChunkFunction<T> perChunk, BinaryOperator<T> merge) {
    if (chunks < 1 || chunks > MOST_CHUNKS) {
      throw new IllegalArgumentException(
          "chunks must lie between 1 and %d: %d%s"
              .formatted(
                  MOST_CHUNKS,
                  chunks,
                  chunks == 0 ? "; for none, say what their result is: of(0, empty, ...)" : ""));
    }
    return new MergedWork<>(chunks, null, perChunk, merge, false);
  }

  /**
   * As {@link #of(int, ChunkFunction, BinaryOperator)}, for requests that may have no chunks.
   *
   * @param chunks 0 to {@link #MOST_CHUNKS}
   * @param empty the result without chunks; it is not merged with any part
   * @throws IllegalArgumentException if {@code chunks} is out of range
   */
  static <T> MergedWork<T> of(
      int chunks, T empty, ChunkFunction<T> perChunk, BinaryOperator<T> merge) {
    if (chunks < 0 || chunks > MOST_CHUNKS) {
      throw new IllegalArgumentException(
          "chunks must lie between 0 and %d: %d".formatted(MOST_CHUNKS, chunks));
    }
    Objects.requireNonNull(empty, "empty");
    return new MergedWork<>(chunks, empty, perChunk, merge, false);
  }
}
