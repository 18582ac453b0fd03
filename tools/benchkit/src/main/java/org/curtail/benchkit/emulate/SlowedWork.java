package org.curtail.benchkit.emulate;

import java.util.List;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;

/** Work that lasts as long as the speed of its thread implies; one thread at a time. */
final class SlowedWork<W, R> extends DelegatingWork<W, R> {
  private final SlowWorkers workers;

  /** Stint of the present thread; the engine may change the thread. */
  private SlowWorkers.@Nullable Stint stint;

  SlowedWork(SharedWork<W, R> work, SlowWorkers workers) {
    super(work);
    this.workers = workers;
  }

  /** Returns the calling thread's stint with this request. */
  private SlowWorkers.Stint stint() {
    SlowWorkers.Stint present = stint;
    if (present == null || !present.isOwn()) {
      present = workers.begin();
      stint = present;
    }
    return present;
  }

  @Override
  public void begin(int degree) throws Exception {
    stint();
    super.begin(degree);
  }

  @Override
  public W join() throws Exception {
    stint();
    return super.join();
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    SlowWorkers.Stint own = stint();
    super.run(worker, chunk, checkpoint);
    own.pay();
  }

  @Override
  public R complete(List<W> joined) throws Exception {
    SlowWorkers.Stint own = stint();
    R result = super.complete(joined);
    own.waitForAll();
    return result;
  }
}
