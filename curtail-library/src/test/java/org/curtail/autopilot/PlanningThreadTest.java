package org.curtail.autopilot;

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
  private final LinkedBlockingQueue<String> results = new LinkedBlockingQueue<>();

  private final PlanningThread planning =
      new PlanningThread(
          task -> Thread.ofPlatform().daemon().unstarted(task),
          1,
          () -> 0,
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

  @Test
  void aPlanThatIsOfNoUseAnyMoreIsLeftAndTheNextOneBegun() throws Exception {
    var task =
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
}
