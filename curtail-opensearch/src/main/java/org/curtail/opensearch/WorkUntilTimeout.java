package org.curtail.opensearch;

import java.util.List;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryPhase.TimeExceededException;

/**
 * A search that ends with what it has found when OpenSearch throws that its time is over, which it
 * does in the middle of a segment too.
 */
record WorkUntilTimeout<W, R>(SharedWork<W, R> work, SearchContext context)
    implements SharedWork<W, R> {
  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    try {
      work.run(worker, chunk, checkpoint);
    } catch (TimeExceededException e) {
      context.setSearchTimedOut(true);
      checkpoint.enough();
    }
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
  public R complete(List<W> workers) throws Exception {
    return work.complete(workers);
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    return work.partial(workers);
  }
}
