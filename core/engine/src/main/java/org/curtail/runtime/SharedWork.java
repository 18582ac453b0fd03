package org.curtail.runtime;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.curtail.Prediction;

/**
 * One request, divided into chunks that several workers can share. {@link #of} makes one of two
 * functions; for more, implement this interface.
 *
 * <p>A worker is one thread's share in one request. A chunk should be computation, not waiting, of
 * some 20 to 100 us: a request gains and loses threads between chunks only. The engine's policy
 * decides how many threads serve it at a time, its degree.
 *
 * <p>Chunks are numbered from 0 and claimed in that order, one at a time, by the workers that serve
 * the request at the moment; each worker sees ascending numbers. {@link #join} makes a worker on
 * the thread that then runs its chunks. Unless {@link #workersMove}, no other thread uses it until
 * {@link #complete}. A thread that is taken away and comes back goes on with the worker it had.
 *
 * <p>Calls happen in this order: {@link #prediction} and {@link #wantsCpuTime} at most once; {@link
 * #begin} once; then {@link #join} once per worker, never two at a time; {@link #run} many times,
 * concurrently for different workers; {@link #complete} or {@link #partial} at most once, after all
 * workers have stopped, seeing everything they wrote. After an exception nothing more is called and
 * the request fails with it; after a cancellation nothing more is called either.
 *
 * @param <W> state of a worker between its chunks, for example a heap of the best results so far
 * @param <R> the result
 */
public interface SharedWork<W, R> {
  /** A running chunk's word with the engine. */
  interface Checkpoint {
    /**
     * A point where a long chunk can be interrupted for a moment: does the same as a chunk border,
     * except claiming the next chunk, so that the request can gain threads. Cheap: one reading of
     * the clock when nothing is due.
     */
    void pass();

    /** True if the request was cancelled, has failed or is too late: the chunk may return early. */
    boolean isOver();

    /**
     * Declares that the request needs no chunk beyond the claimed ones: its result is complete when
     * they have run. For work that finds out while it runs that the rest does not matter.
     */
    void enough();
  }

  /**
   * The work's own prediction of its demand; asked once, before anything else, on the thread that
   * submits or runs it, if the {@link RequestOptions} have none. It should be quick: the request
   * arrives when this has returned. An exception goes to the submitter.
   *
   * @return {@link Prediction#NONE}, as by default, if it is unknown
   */
  default Prediction prediction() {
    return Prediction.NONE;
  }

  /**
   * True if the work learns from the CPU time of its threads: then {@link Timeline#stints} has it,
   * also on an engine without {@link Setup#signals}. Each thread reads its clock of CPU time when
   * it comes to the request and when it leaves, which takes about a microsecond. Asked once, on the
   * thread that submits or runs the work.
   *
   * @return false by default
   */
  default boolean wantsCpuTime() {
    return false;
  }

  /**
   * The request has ended, for work that learns from it: called once, whatever the outcome, on the
   * thread that ended it, before its {@link Ticket} is done. Not called for a refused request. It
   * should be quick. An exception is logged once for each engine, and changes nothing.
   */
  default void ended(Timeline timeline) {}

  /**
   * Prepares the work once, before the first chunk, on the thread of the first worker.
   *
   * @param degree the policy's degree at the start, at least 1, for work that is cut to the number
   *     of threads it starts with; threads may be late, and a policy may change its decision
   */
  default void begin(int degree) throws Exception {}

  /** The greatest number of chunks: far more than anybody needs. */
  int MOST_CHUNKS = Integer.MAX_VALUE / 2;

  /** Number of chunks, 0 to {@link #MOST_CHUNKS}. Called once, after {@link #begin}. */
  int chunks() throws Exception;

  /** A worker joins. Called on its thread; never two calls of one request at a time. */
  W join() throws Exception;

  /**
   * True if a worker may go on on another thread once its own has left the request, between two
   * chunks. That thread sees everything that was written before. If true, a request that is
   * preempted and goes on elsewhere has no more workers than it had threads at a time; if false, as
   * by default, each thread that ever serves it joins. Called at any time, by any thread; always
   * the same.
   */
  default boolean workersMove() {
    return false;
  }

  /**
   * Runs one chunk.
   *
   * @param worker what {@link #join} returned on this thread, or on another if {@link #workersMove}
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

  /**
   * The same work with another result.
   *
   * @param <S> the other result
   * @param result makes it, on the thread of the last worker to stop, of a partial result too
   */
  default <S> SharedWork<W, S> map(Function<? super R, ? extends S> result) {
    return new MappedWork<>(this, Objects.requireNonNull(result, "result"));
  }

  /**
   * Computes what one chunk adds to a result.
   *
   * @param <T> the part
   */
  @FunctionalInterface
  interface ChunkFunction<T> {
    /**
     * Called once for each chunk, at the same time on several threads.
     *
     * @param chunk from 0
     * @return the chunk's part of the result; not null
     * @throws Exception if the request is to fail with it
     */
    T apply(int chunk) throws Exception;
  }

  /**
   * A request whose result is the parts of its chunks, merged:
   *
   * <pre>{@code
   * double sum = curtail.run(SharedWork.of(1_000, chunk -> sumOf(chunk), Double::sum));
   * }</pre>
   *
   * <p>Parts are merged in the order of the chunks, from the left: {@code merge(merge(p0, p1), p2)}
   * and so on, as a plain loop would do it. So the result does not depend on the threads, also
   * where {@code merge} is not associative, as the addition of floating-point numbers is not, or
   * not commutative, and {@code merge} may change and return its first argument. The costs: one
   * object a chunk, a lock of some nanoseconds, and only one thread merges at a time. A part is
   * merged as soon as all before it are, by the thread that has the first missing one. No thread
   * waits for it, but early parts are kept until then. Where merging takes a good share of the
   * time, or a thread can use one buffer for all its chunks, implement {@code SharedWork} instead.
   *
   * <p>If the deadline passes while the request runs, it ends with a {@link
   * DeadlineExceededException}, since a result of some of the parts cannot be told from a whole
   * one; unless {@link MergedWork#allowPartial} asks for it. Each object is for one request.
   *
   * @param chunks 1 to {@link #MOST_CHUNKS}
   * @param perChunk makes a chunk's part
   * @param merge makes one part of two neighbours; not null; called by one thread at a time
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
   * @param empty the result of no chunks; it is merged with nothing
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
