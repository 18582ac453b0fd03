package org.curtail.autopilot;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = MINUTES)
class PlanningThreadTest {
  private static final int CORES = 4;

  private final LinkedBlockingQueue<String> results = new LinkedBlockingQueue<>();

  /** Least number of checks for idle cores within a piece of its work. */
  private static final long MOST_LOOKS = 10_000_000;

  private volatile int idleCores;
  private volatile Thread thread = Thread.currentThread();
  private final AtomicLong looks = new AtomicLong();
  private final AtomicLong pieces = new AtomicLong();

  /** Only the planning thread uses it. */
  private long lastSpentNanos;

  private final PlanningThread planning =
      new PlanningThread(
          task -> {
            thread = Thread.ofPlatform().daemon().unstarted(task);
            return thread;
          },
          CORES,
          this::look,
          new PlanningThread.Result() {
            @Override
            public void planned(PolicyMap map) {
              results.add("planned");
            }

            @Override
            public void failed(Throwable why) {
              results.add(String.valueOf(why.getMessage()));
            }
          });

  private final JudgeSetting task =
      JudgeSetting.of(SyntheticProfiles.luceneLike(1_000, 2), 2, Goal.byDefault(), 1);

  private int look() {
    looks.incrementAndGet();
    long spentNanos = planning.spentNanos();
    if (spentNanos != lastSpentNanos) {
      lastSpentNanos = spentNanos;
      pieces.incrementAndGet();
    }
    return idleCores;
  }

  @Test
  void aUselessPlanEndsAndTheNextOneBegins() throws Exception {
    planning.start();
    for (int i = 0; i < 2; i++) {
      planning.plan(task);
      planning.stop();
      assertThat(results.take()).isEqualTo("no longer needed");
      while (!planning.isIdle()) {
        Thread.onSpinWait();
      }
    }
    planning.close();
    assertThat(results).isEmpty();
  }

  /**
   * It stays parked after any number of wake-ups: {@link PlanningThread#spentNanos} shows its work.
   */
  @Test
  void aPausedPlanWaitsThoughCoresAreIdle() throws Exception {
    idleCores = CORES;
    planning.start();
    planning.plan(task);
    for (int pause = 0; pause < 20; pause++) {
      long beforeNanos = planning.spentNanos();
      while (planning.spentNanos() == beforeNanos) {
        Thread.sleep(1);
      }
      planning.pause(true);
      long piecesBefore = pieces.get();
      awaitParked(looks.get() - 1);
      wakeOnce();
      assertThat(pieces.get() - piecesBefore).as("pieces of a paused plan").isLessThan(3);
      long pausedNanos = planning.spentNanos();
      for (int wake = 0; wake < 100; wake++) {
        wakeOnce();
      }
      assertThat(planning.spentNanos()).isEqualTo(pausedNanos);
      planning.pause(false);
    }
    assertThat(results).isEmpty();
    planning.close();
  }

  private void wakeOnce() {
    long before = looks.get();
    planning.pause(true);
    awaitParked(before);
  }

  /**
   * Until it has checked once more and sleeps again. A thread that continued to plan would check
   * without end.
   */
  private void awaitParked(long looksBefore) {
    while (looks.get() <= looksBefore || LockSupport.getBlocker(thread) != planning) {
      assertThat(looks.get() - looksBefore).as("looks of a paused plan").isLessThan(MOST_LOOKS);
      Thread.onSpinWait();
    }
  }
}
