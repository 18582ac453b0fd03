package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.curtail.reissue.ReissuePolicy;

/** A hedge without threads: a test moves the clock, and runs steps of the timer and the watch. */
final class SteppedHedge implements AutoCloseable {
  /** Far from 0, as the machine's clock may be, and negative. */
  private static final long ORIGIN_NANOS = -5_000_000_000_000_000_000L;

  final Hedge hedge;
  private long nowNanos = ORIGIN_NANOS;

  SteppedHedge(HedgeSetup setup) {
    LongSupplier clock = () -> nowNanos;
    hedge = setup.idempotent().clock(clock).startWithoutThreads();
  }

  /** Returns a hedge with a token for every call, and without need of samples. */
  static SteppedHedge generous(ReissuePolicy policy) {
    return new SteppedHedge(generously(policy));
  }

  /** Returns a setup with a token for every call, and without need of samples. */
  static HedgeSetup generously(ReissuePolicy policy) {
    return Hedge.of(policy).budget(HedgeBudget.of(100, 1_000_000)).leastSamples(0).unguarded();
  }

  /** Returns the failure of a call. */
  static Throwable failure(CompletableFuture<?> call) {
    assertThat(call).isDone();
    return call.handle((value, thrown) -> thrown).join();
  }

  /** Returns the time since the hedge was made. */
  long nanos() {
    return nowNanos - ORIGIN_NANOS;
  }

  double millis() {
    return nanos() / 1e6;
  }

  /** Returns the hedge's reading of the clock. */
  long reading() {
    return nowNanos;
  }

  /** Moves only the clock, also back. */
  void advanceMillis(double millis) {
    nowNanos += Math.round(millis * 1e6);
  }

  /** Runs all due entries of the timer; returns the time of its next step. */
  long step() {
    return hedge.parts().timer.step(hedge.parts().clock.now());
  }

  /** Lets time pass, with a timer that is never late. */
  void pass(double millis) {
    step();
    long end = nowNanos + Math.round(millis * 1e6);
    while (true) {
      long next = step();
      if (next == HedgeTimer.NEVER || ORIGIN_NANOS + next > end) {
        break;
      }
      nowNanos = Math.max(nowNanos, ORIGIN_NANOS + next);
    }
    nowNanos = Math.max(nowNanos, end);
    step();
  }

  /** Takes a step of the watch. */
  void watch() {
    HedgeWatch watch = hedge.watch();
    if (watch != null) {
      watch.step(hedge.parts().clock.now());
    }
  }

  @Override
  public void close() {
    hedge.close();
    hedge.parts().timer.close();
  }
}
