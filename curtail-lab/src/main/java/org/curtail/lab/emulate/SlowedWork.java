package org.curtail.lab.emulate;

import java.util.List;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/** Work of one thread at a time that takes each thread as long as its speed says. */
final class SlowedWork<W, R> implements SharedWork<W, R> {
  private final SharedWork<W, R> in;
  private final SlowWorkers workers;

  /** Of the thread that has the request, which hands it on through the engine. */
  private SlowWorkers.@Nullable Stint stint;

  SlowedWork(SharedWork<W, R> in, SlowWorkers workers) {
    this.in = in;
    this.workers = workers;
  }

  /** The calling thread's, from when it came to the request. */
  private SlowWorkers.Stint stint() {
    SlowWorkers.Stint present = stint;
    if (present == null || !present.isOwn()) {
      present = workers.begin();
      stint = present;
    }
    return present;
  }

  @Override
  public Prediction prediction() {
    return in.prediction();
  }

  @Override
  public boolean wantsCpuTime() {
    return in.wantsCpuTime();
  }

  @Override
  public void ended(Timeline timeline) {
    in.ended(timeline);
  }

  @Override
  public void begin(int degree) throws Exception {
    stint();
    in.begin(degree);
  }

  @Override
  public int chunks() throws Exception {
    return in.chunks();
  }

  @Override
  public W join() throws Exception {
    stint();
    return in.join();
  }

  @Override
  public boolean workersMove() {
    return in.workersMove();
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    SlowWorkers.Stint own = stint();
    in.run(worker, chunk, checkpoint);
    own.pay();
  }

  @Override
  public R complete(List<W> joined) throws Exception {
    SlowWorkers.Stint own = stint();
    R result = in.complete(joined);
    own.payAll();
    return result;
  }

  @Override
  public Optional<R> partial(List<W> joined) throws Exception {
    return in.partial(joined);
  }
}
