package org.curtail.autopilot;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.curtail.Policy;
import org.curtail.automatic.Goal;
import org.curtail.automatic.JudgeSetting.Effort;
import org.curtail.automatic.PlanTask;
import org.curtail.automatic.PolicyMap;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = MINUTES)
class PlanningThreadTest {
  private static final int CORES = 4;

  private final LinkedBlockingQueue<String> results = new LinkedBlockingQueue<>();

  private volatile int idleCores;

  private final PlanningThread planning =
      new PlanningThread(
          task -> Thread.ofPlatform().daemon().unstarted(task),
          CORES,
          () -> idleCores,
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

  private final PlanTask task =
      new PlanTask(
          SyntheticProfiles.luceneLike(1_000, 2),
          2,
          Policy.UNLIMITED,
          Goal.byDefault(),
          Optional.empty(),
          Effort.FIRST,
          1,
          Optional.empty(),
          "for the test");

  @Test
  void aPlanThatIsOfNoUseAnyMoreIsLeftAndTheNextOneBegun() throws Exception {
    planning.start();
    for (int i = 0; i < 2; i++) {
      planning.plan(task);
      planning.stop();
      assertThat(results.take()).isEqualTo("of no use any more");
      while (!planning.isIdle()) {
        Thread.onSpinWait();
      }
    }
    planning.close();
    assertThat(results).isEmpty();
  }

  /** It asks whether it may go on a thousand times in a second of its CPU time. */
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
      long pausedNanos = planning.spentNanos();
      Thread.sleep(100);
      assertThat(planning.spentNanos() - pausedNanos).isLessThan(MILLISECONDS.toNanos(30));
      planning.pause(false);
    }
    assertThat(results).isEmpty();
    planning.close();
  }
}
