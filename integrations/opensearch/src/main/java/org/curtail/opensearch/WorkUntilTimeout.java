package org.curtail.opensearch;

import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryPhase.TimeExceededException;

/**
 * A search that ends with what it has found when OpenSearch throws that its time is over, which it
 * does in the middle of a segment too.
 */
final class WorkUntilTimeout<W, R> extends DelegatingWork<W, R> {
  private final SearchContext context;

  WorkUntilTimeout(SharedWork<W, R> work, SearchContext context) {
    super(work);
    this.context = context;
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    try {
      super.run(worker, chunk, checkpoint);
    } catch (TimeExceededException e) {
      context.setSearchTimedOut(true);
      checkpoint.enough();
    }
  }
}
