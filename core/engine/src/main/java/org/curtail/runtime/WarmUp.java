package org.curtail.runtime;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/**
 * Serves some requests that end in different ways before the first engine starts, so that all
 * classes are loaded. Loading a class takes much stack, and a class whose initialisation fails near
 * the end of a caller's stack can never be used again.
 */
final class WarmUp {
  private static final int CHUNKS = 3;

  private static boolean plain;
  private static boolean withSpeeds;

  private record TwoThreads(Traits traits) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(2);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return 2;
    }

    @Override
    public double priority(Progress request, Load load) {
      return request.ageNanos();
    }
  }

  private WarmUp() {}

  /** Does nothing but the first time. */
  static synchronized void once(boolean hasSpeeds) {
    if (!plain) {
      plain = true;
      play(Curtail.with(new TwoThreads(Traits.RANKING.monotone(true).boosting(true))).cores(2));
      Duration now = Duration.ofNanos(1);
      Traits preempting = Traits.RANKING.preempting(Preemption.byPriority(now, now));
      play(Curtail.with(new TwoThreads(preempting.malleable(true))).cores(2));
    }
    if (hasSpeeds && !withSpeeds) {
      withSpeeds = true;
      SpeedClass slow = new SpeedClass("slow", 1, 0.5, 1, 0);
      SpeedClass fast = new SpeedClass("fast", 1, 1, 1, 0);
      play(Curtail.with(SpeedMachine.ofCores(slow, fast), SlowToFast.of(1L)));
    }
  }

  private static void play(Setup setup) {
    RequestOptions late = RequestOptions.NONE.within(Duration.ofNanos(1));
    Curtail curtail = setup.queueLimit(1).unrecorded().startWithoutThreads();
    for (int failsFrom = 0; failsFrom <= CHUNKS; failsFrom++) {
      submit(curtail, RequestOptions.NONE, failsFrom);
      submit(curtail, RequestOptions.NONE, CHUNKS);
      submit(curtail, late, CHUNKS).cancel();
      // One waits, and the other finds the queue full.
      submit(curtail, RequestOptions.NONE, CHUNKS);
      submit(curtail, RequestOptions.NONE, CHUNKS);
      serve(curtail);
    }
    curtail.close();
  }

  private static Ticket<Integer> submit(Curtail curtail, RequestOptions options, int failsFrom) {
    SharedWork<?, Integer> work =
        SharedWork.of(
            CHUNKS,
            chunk -> {
              if (chunk >= failsFrom) {
                throw new IllegalStateException("warming up");
              }
              return chunk;
            },
            Integer::sum);
    try {
      return curtail.submit(work, options);
    } catch (RejectedExecutionException full) {
      serve(curtail);
      return submit(curtail, options, failsFrom);
    }
  }

  private static void serve(Curtail curtail) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Worker worker : curtail.workers()) {
        moved |= worker.step();
      }
    }
  }
}
