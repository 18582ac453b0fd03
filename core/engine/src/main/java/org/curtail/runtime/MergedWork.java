package org.curtail.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The work of a request whose result is the merged parts of its chunks, in the order of the chunks.
 * {@link SharedWork#of} makes it. An object keeps its result, so submit each object once.
 *
 * @param <T> a part, and the result
 */
public final class MergedWork<T> implements SharedWork<MergedWork<T>, T> {
  private final int chunks;
  private final @Nullable T empty;
  private final ChunkFunction<T> perChunk;
  private final BinaryOperator<T> merge;
  private final boolean partial;
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * The merged parts of the first chunks. Only the thread that has the next part reads or writes
   * it.
   */
  private @Nullable T merged;

  /** The first chunk that is not merged; guarded by the monitor of {@link #ahead}. */
  private int next;

  /** Parts that came while an earlier one was missing, by chunk; its own monitor guards it. */
  private final Map<Integer, T> ahead = new HashMap<>();

  MergedWork(
      int chunks,
      @Nullable T empty,
      ChunkFunction<T> perChunk,
      BinaryOperator<T> merge,
      boolean partial) {
    this.chunks = chunks;
    this.empty = empty;
    this.perChunk = Objects.requireNonNull(perChunk, "perChunk");
    this.merge = Objects.requireNonNull(merge, "merge");
    this.partial = partial;
  }

  /**
   * Returns the same work with a result at the deadline too: the merged parts of the chunks until
   * then. These are the first chunks, without a gap. {@link Timeline#chunks} is their number, and
   * {@link Timeline#outcome} is {@link Outcome#PARTIAL}. Use it if a part of the result is useful,
   * such as the best hits so far. A part of a sum would only look like a sum.
   */
  public MergedWork<T> allowPartial() {
    return new MergedWork<>(chunks, empty, perChunk, merge, true);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if this object was submitted before
   */
  @Override
  public void begin(int degree) {
    if (!begun.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "this work was submitted before; make one with SharedWork.of for each request");
    }
  }

  @Override
  public int chunks() {
    return chunks;
  }

  @Override
  public MergedWork<T> join() {
    return this;
  }

  /** There is one worker for all threads. */
  @Override
  public boolean workersMove() {
    return true;
  }

  @Override
  public void run(MergedWork<T> worker, int chunk, Checkpoint checkpoint) throws Exception {
    T part =
        Objects.requireNonNull(perChunk.apply(chunk), () -> "chunk " + chunk + " returned null");
    // The thread with the next part merges it and the parts behind it; no thread waits.
    for (T own = isNext(chunk, part) ? part : null; own != null; own = following()) {
      merged =
          merged == null
              ? own
              : Objects.requireNonNull(merge.apply(merged, own), "merge returned null");
    }
  }

  private boolean isNext(int chunk, T part) {
    synchronized (ahead) {
      if (chunk == next) {
        return true;
      }
      ahead.put(chunk, part);
      return false;
    }
  }

  /** The part after the one that has just been merged; null if it has not come yet. */
  private @Nullable T following() {
    synchronized (ahead) {
      next++;
      return ahead.remove(next);
    }
  }

  @Override
  public T complete(List<MergedWork<T>> workers) {
    T all = chunks == 0 ? empty : merged;
    return Objects.requireNonNull(all, "a chunk is missing");
  }

  @Override
  public Optional<T> partial(List<MergedWork<T>> workers) {
    return partial ? Optional.ofNullable(merged) : Optional.empty();
  }
}
