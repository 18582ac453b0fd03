package org.curtail.benchkit.emulate;

import java.util.List;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;

/** Work of one thread at a time that takes each thread as long as its speed says. */
final class SlowedWork<W, R> extends DelegatingWork<W, R> {
  private final SlowWorkers workers;

  /** Of the thread that has the request, which hands it on through the engine. */
  private SlowWorkers.@Nullable Stint stint;

  SlowedWork(SharedWork<W, R> work, SlowWorkers workers) {
    super(work);
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
    own.payAll();
    return result;
  }
}
