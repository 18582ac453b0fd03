package org.curtail.opensearch;

import java.util.List;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/** Work that does what another does, but for what a subclass says. */
abstract class DelegatingWork<W, R> implements SharedWork<W, R> {
  private final SharedWork<W, R> work;

  DelegatingWork(SharedWork<W, R> work) {
    this.work = work;
  }

  @Override
  public Prediction prediction() {
    return work.prediction();
  }

  @Override
  public boolean wantsCpuTime() {
    return work.wantsCpuTime();
  }

  @Override
  public void ended(Timeline timeline) {
    work.ended(timeline);
  }

  @Override
  public void begin(int degree) throws Exception {
    work.begin(degree);
  }

  @Override
  public int chunks() throws Exception {
    return work.chunks();
  }

  @Override
  public W join() throws Exception {
    return work.join();
  }

  @Override
  public boolean workersMove() {
    return work.workersMove();
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    work.run(worker, chunk, checkpoint);
  }

  @Override
  public R complete(List<W> workers) throws Exception {
    return work.complete(workers);
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    return work.partial(workers);
  }
}
