package org.curtail.runtime;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.Prediction;

/**
 * The same work with another result.
 *
 * @param <P> the result before the conversion
 */
class MappedWork<W, P, R> implements SharedWork<W, R> {
  private final SharedWork<W, P> work;
  private final Function<? super P, ? extends R> result;

  MappedWork(SharedWork<W, P> work, Function<? super P, ? extends R> result) {
    this.work = work;
    this.result = result;
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
    return result.apply(work.complete(workers));
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    return work.partial(workers).map(result);
  }
}
