package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import org.curtail.policies.UrgentDegree;
import org.curtail.policy.Sequential;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stage of a workflow on the engine: requests late in the workflow get more threads. */
@Timeout(300)
class CatchUpTest {
  private static final CatchUp.Threads PLANNED = new CatchUp.Threads(100, 3, 2);
  private static final CatchUpRule RULE = CatchUpRule.of(PLANNED, 0.05);

  private static RequestOptions after(double underWayMillis) {
    return RequestOptions.NONE.of(RULE.importance(underWayMillis, 0.01));
  }

  @Test
  void lateRequestGetsThePlannedThreads() throws Exception {
    try (Curtail curtail =
        Curtail.with(new UrgentDegree(new Sequential(), PLANNED.degree())).start()) {
      // The request ends only if three threads serve it at the same time.
      var together = new CyclicBarrier(3);
      var late = new RecordedWork(3, chunk -> together.await());
      assertThat(curtail.submit(late, after(120)).get()).isEqualTo(3);
      assertThat(late.threads).hasSize(3);
      var inTime = new RecordedWork(3, chunk -> {});
      assertThat(curtail.submit(inTime, after(80)).get()).isEqualTo(3);
      assertThat(inTime.threads).hasSize(1);
    }
  }
}
