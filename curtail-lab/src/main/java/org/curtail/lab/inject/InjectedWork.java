package org.curtail.lab.inject;

import java.util.List;
import java.util.Optional;
import org.curtail.Prediction;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/**
 * A request whose thread reads its clocks when it begins and when it ends, and into which something
 * may be put before its first chunk.
 *
 * @param in the request
 * @param number of it
 * @param isChosen whether something is put in
 * @param injections what is put in
 */
public record InjectedWork<W, R>(
    SharedWork<W, R> in, int number, boolean isChosen, Injections injections)
    implements SharedWork<W, R> {
  /** The same, where the compiler must find out what a worker is. */
  public static <W, R> InjectedWork<W, R> of(
      SharedWork<W, R> in, int number, boolean isChosen, Injections injections) {
    return new InjectedWork<>(in, number, isChosen, injections);
  }

  @Override
  public Prediction prediction() {
    return in.prediction();
  }

  @Override
  public boolean wantsCpuTime() {
    return in.wantsCpuTime();
  }

  @Override
  public void ended(Timeline timeline) {
    in.ended(timeline);
  }

  @Override
  public void begin(int degree) throws Exception {
    injections.begin(number, isChosen);
    try {
      in.begin(degree);
    } catch (Exception | Error e) {
      end();
      throw e;
    }
  }

  private void end() {
    injections.end(number, isChosen);
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
      end();
      throw e;
    }
  }

  @Override
  public R complete(List<W> workers) throws Exception {
    try {
      return in.complete(workers);
    } finally {
      end();
    }
  }

  @Override
  public Optional<R> partial(List<W> workers) throws Exception {
    try {
      return in.partial(workers);
    } finally {
      end();
    }
  }
}
