package org.curtail.benchkit.replay;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.runtime.SharedWork;

/**
 * Work with delayed helpers, like threads that must be woken, in scaled time. A helper takes its
 * first chunk after the delay; other workers may take chunks before.
 *
 * @param <W> type of a worker's state
 * @param <R> type of the result
 */
final class DelayedHelpers<W, R> implements SharedWork<DelayedHelpers.Late<W>, R> {
  private final SharedWork<W, R> in;
  private final EmulatedTime time;
  private final long lateNanos;

  /** Next chunk: the begin of a turn determines its chunk. */
  private final AtomicInteger next = new AtomicInteger();

  private final AtomicInteger joined = new AtomicInteger();

  /**
   * Creates work with delayed helpers.
   *
   * @param lateNanos delay in the work's own time
   */
  DelayedHelpers(SharedWork<W, R> in, EmulatedTime time, long lateNanos) {
    this.in = in;
    this.time = time;
    this.lateNanos = lateNanos;
  }

  /** A worker. */
  static final class Late<W> {
    private final W worker;
    private boolean isThere;

    Late(W worker, boolean isThere) {
      this.worker = worker;
      this.isThere = isThere;
    }
  }

  @Override
  public void begin(int degree) throws Exception {
    in.begin(degree);
  }

  @Override
  public int chunks() throws Exception {
    return in.chunks();
  }

  @Override
  public Late<W> join() throws Exception {
    return new Late<>(in.join(), joined.getAndIncrement() == 0);
  }

  @Override
  public void run(Late<W> late, int turn, Checkpoint checkpoint) throws Exception {
    if (!late.isThere) {
      late.isThere = true;
      time.delay(lateNanos);
    }
    in.run(late.worker, next.getAndIncrement(), checkpoint);
  }

  @Override
  public R complete(List<Late<W>> workers) throws Exception {
    return in.complete(workers.stream().map(late -> late.worker).toList());
  }
}
