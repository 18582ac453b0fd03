package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.fray.Schedules;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.ServedEngine.Counted;
import org.curtail.runtime.ServedEngine.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests arrive from several threads and receive threads. */
@ExtendWith(Schedules.class)
class SubmissionSchedulesTest {
  @Test
  void whoeverSubmitsAndWhoeverRunsIsServed() throws Exception {
    var engine = new ServedEngine(Curtail.with(new FixedDegree(2)).cores(2).threads(2));
    engine.submitter();
    engine.submitter();
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void oneThreadServesAllWhoWait() throws Exception {
    var engine = new ServedEngine(Curtail.with(new Sequential()).cores(1).threads(1));
    engine.submitter();
    engine.submitter();
    assertThat(engine.submitted()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void aFullQueueServesOrRefuses() throws Exception {
    var engine =
        new ServedEngine(
            Curtail.with(new Sequential())
                .cores(1)
                .threads(1)
                .queueLimit(1)
                .whenFull(Overload.REJECT));
    engine.submitter();
    engine.submitter();
    assertThat(engine.submitted()).isIn(End.SERVED, End.REFUSED);
    engine.end();
  }

  @Test
  void whoeverWaitsAtAFullQueueComesIn() throws Exception {
    var engine =
        new ServedEngine(
            Curtail.with(new Sequential())
                .cores(1)
                .threads(1)
                .queueLimit(1)
                .whenFull(Overload.WAIT));
    engine.submitter();
    engine.submitter();
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void aFullQueueLeavesTheOthersToTheirCallers() throws Exception {
    var engine =
        new ServedEngine(
            Curtail.with(new Sequential())
                .cores(1)
                .threads(1)
                .queueLimit(1)
                .whenFull(Overload.RUN_SEQUENTIALLY));
    engine.submitter();
    engine.submitter();
    assertThat(engine.submitted()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void whatARequestSubmitsToTheExecutorIsRun() throws Exception {
    var engine = new ServedEngine(Curtail.with(new FixedDegree(2)).cores(2).threads(2));
    engine.user(() -> assertThat(heldRequest(engine)).isEqualTo(End.SERVED));
    assertThat(heldRequest(engine)).isEqualTo(End.SERVED);
    engine.end();
  }

  private static End heldRequest(ServedEngine engine) {
    var work = new Counted();
    EngineExecutor executor = engine.curtail.executor();
    return ServedEngine.end(
        work,
        () -> {
          executor.request(() -> {
            for (int chunk : List.of(0, 1, 2)) {
              executor.execute(() -> work.runs.incrementAndGet(chunk));
            }
            return 0;
          });
          return work.runs.get(0) + work.runs.get(1) + work.runs.get(2);
        });
  }
}
