package org.curtail.benchkit.inject;

import java.util.List;
import java.util.Optional;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;

/**
 * A request that may have an injection before its first chunk. The thread of the request reads
 * clocks at begin and end.
 */
public final class InjectedWork<W, R> extends DelegatingWork<W, R> {
  private final int number;
  private final boolean isChosen;
  private final Injections injections;

  private InjectedWork(SharedWork<W, R> work, int number, boolean isChosen, Injections injections) {
    super(work);
    this.number = number;
    this.isChosen = isChosen;
    this.injections = injections;
  }

  /**
   * Wraps a request.
   *
   * @param work the request
   * @param number number of the request
   * @param isChosen true for an injection
   * @param injections the injections
   */
  public static <W, R> InjectedWork<W, R> of(
      SharedWork<W, R> work, int number, boolean isChosen, Injections injections) {
    return new InjectedWork<>(work, number, isChosen, injections);
  }

  @Override
  public void begin(int degree) throws Exception {
    injections.begin(number, isChosen);
    try {
      super.begin(degree);
    } catch (Exception | Error e) {
      end();
      throw e;
    }
  }

  private void end() {
    injections.end(number, isChosen);
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    try {
      super.run(worker, chunk, checkpoint);
    } catch (Exception | Error e) {
      end();
      throw e;
    }
  }

  @Override
  public R complete(List<W> workers) throws Exception {
    try {
      return super.complete(workers);
    } finally {
      end();
    }
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    try {
      return super.partial(workers);
    } finally {
      end();
    }
  }
}
