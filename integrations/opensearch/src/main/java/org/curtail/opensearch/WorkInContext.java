package org.curtail.opensearch;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;

/**
 * A search whose helpers work in the thread context of the thread that created it: they see the
 * headers of its request, as OpenSearch's own threads for slices do.
 */
final class WorkInContext<W, R> extends DelegatingWork<W, R> {
  private final Thread caller = Thread.currentThread();
  private final Supplier<StoredContext> entering;

  WorkInContext(SharedWork<W, R> work, ThreadContext context) {
    super(work);
    entering = context.newRestorableContext(false);
  }

  private <T> T inContext(Callable<T> part) throws Exception {
    if (Thread.currentThread().equals(caller)) {
      return part.call();
    }
    StoredContext own = entering.get();
    try {
      return part.call();
    } finally {
      own.restore();
    }
  }

  @Override
  public void begin(int degree) throws Exception {
    inContext(() -> {
      super.begin(degree);
      return true;
    });
  }

  @Override
  public W join() throws Exception {
    return inContext(super::join);
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    inContext(() -> {
      super.run(worker, chunk, checkpoint);
      return true;
    });
  }

  @Override
  public R complete(List<W> workers) throws Exception {
    return inContext(() -> super.complete(workers));
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    return inContext(() -> super.partial(workers));
  }
}
