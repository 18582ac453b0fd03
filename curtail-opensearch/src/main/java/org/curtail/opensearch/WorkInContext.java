package org.curtail.opensearch;

import java.util.function.Supplier;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;

/**
 * A search whose helpers work in the context of the thread that made this: they see the headers of
 * its request, as OpenSearch's own threads for slices do.
 */
final class WorkInContext<W, R> extends DelegatingWork<W, R> {
  private final Thread caller = Thread.currentThread();
  private final Supplier<StoredContext> entering;

  WorkInContext(SharedWork<W, R> work, ThreadContext context) {
    super(work);
    entering = context.newRestorableContext(false);
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    if (Thread.currentThread().equals(caller)) {
      super.run(worker, chunk, checkpoint);
      return;
    }
    StoredContext own = entering.get();
    try {
      super.run(worker, chunk, checkpoint);
    } finally {
      own.restore();
    }
  }
}
