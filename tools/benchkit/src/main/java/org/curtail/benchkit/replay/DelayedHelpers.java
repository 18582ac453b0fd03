package org.curtail.benchkit.replay;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.runtime.SharedWork;

/**
 * Work whose helpers come with the delay of threads that must be woken, in slower time: each takes
 * its first chunk only after a delay, and until then others can.
 *
 * @param <W> the state of a worker
 * @param <R> the result
 */
final class DelayedHelpers<W, R> implements SharedWork<DelayedHelpers.Late<W>, R> {
  private final SharedWork<W, R> in;
  private final EmulatedTime time;
  private final long lateNanos;

  /** The engine grants turns; the chunk of a turn is chosen when it begins. */
  private final AtomicInteger next = new AtomicInteger();

  private final AtomicInteger joined = new AtomicInteger();

  /**
   * Creates work with late helpers.
   *
   * @param lateNanos their delay, in the work's own time
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
