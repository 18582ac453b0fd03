package org.curtail.lab.inject;

import java.util.List;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/**
 * A request into which something is put before its first chunk.
 *
 * @param in the request
 * @param number of it
 * @param injections what is put in
 */
public record InjectedWork<W, R>(SharedWork<W, R> in, int number, Injections injections)
    implements SharedWork<W, R> {
  /** The same, where the compiler must find out what a worker is. */
  public static <W, R> InjectedWork<W, R> of(
      SharedWork<W, R> in, int number, Injections injections) {
    return new InjectedWork<>(in, number, injections);
  }

  @Override
  public Prediction prediction() {
    return in.prediction();
  }

  @Override
  public void ended(Timeline timeline) {
    in.ended(timeline);
  }

  @Override
  public void begin(int degree) throws Exception {
    injections.begin(number);
    try {
      in.begin(degree);
    } catch (Exception | Error e) {
      injections.end(number);
      throw e;
    }
  }

  @Override
  public int chunks() throws Exception {
    return in.chunks();
  }

  @Override
  public W join() throws Exception {
    return in.join();
  }

  @Override
  public boolean workersMove() {
    return in.workersMove();
  }

  @Override
  public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
    try {
      in.run(worker, chunk, checkpoint);
    } catch (Exception | Error e) {
      injections.end(number);
      throw e;
    }
  }

  @Override
  public R complete(List<W> workers) throws Exception {
    try {
      return in.complete(workers);
    } finally {
      injections.end(number);
    }
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    try {
      return in.partial(workers);
    } finally {
      injections.end(number);
    }
  }
}
