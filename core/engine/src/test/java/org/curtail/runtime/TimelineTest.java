package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.junit.jupiter.api.Test;

class TimelineTest {
  @Test
  void aRequestThatEndsWhilePreemptedWasNotServedMeanwhile() {
    var clock = new ManualClock();
    Curtail curtail =
        Curtail.with(new Sharing(new Sequential(), Duration.ofNanos(1)))
            .cores(1)
            .clock(clock)
            .startWithoutThreads();
    Ticket<Integer> ticket = curtail.submit(new RecordedWork(3, chunk -> clock.advanceMillis(10)));
    curtail.submit(new RecordedWork(3, chunk -> clock.advanceMillis(10)));
    while (curtail.engine().view().preempted().isEmpty()) {
      assertThat(curtail.workers().getFirst().step()).isTrue();
    }
    clock.advanceMillis(100);
    assertThat(ticket.cancel()).isTrue();
    Timeline timeline = ticket.timeline();
    assertThat(timeline.executionNanos()).isEqualTo(10_000_000);
    assertThat(timeline.threadNanos()).isEqualTo(10_000_000);
    assertThat(timeline.meanDegree()).isEqualTo(1);
    assertThat(timeline.preemptions()).isEqualTo(1);
    assertThat(timeline.preemptedNanos()).isEqualTo(100_000_000);
  }

  @Test
  void theTimeBeforeThereAreChunksIsAPhaseOfItsOwn() throws Exception {
    var clock = new ManualClock();
    var work =
        new RecordedWork(2, chunk -> clock.advanceMillis(10)) {
          @Override
          public void begin(int degree) {
            super.begin(degree);
            clock.advanceMillis(7);
          }
        };
    try (Curtail curtail =
        Curtail.with(new Sequential()).cores(1).threads(1).clock(clock).start()) {
      Ticket<Integer> ticket = curtail.submit(work);
      assertThat(ticket.get()).isEqualTo(2);
      assertThat(ticket.timeline().path())
          .containsExactly(
              new Timeline.Phase(1, 7_000_000, 0), new Timeline.Phase(1, 20_000_000, 2));
      assertThat(ticket.timeline().executionNanos()).isEqualTo(27_000_000);
    }
  }

  @Test
  void theThreadThatMakesTheResultServesUntilItIsMade() throws Exception {
    var clock = new ManualClock();
    var work =
        new RecordedWork(2, chunk -> clock.advanceMillis(10)) {
          @Override
          public Integer complete(List<List<Integer>> workers) {
            clock.advanceMillis(5);
            return super.complete(workers);
          }
        };
    try (Curtail curtail =
        Curtail.with(new Sequential()).cores(1).threads(1).clock(clock).start()) {
      Ticket<Integer> ticket = curtail.submit(work);
      assertThat(ticket.get()).isEqualTo(2);
      Timeline timeline = ticket.timeline();
      assertThat(timeline.executionNanos()).isEqualTo(25_000_000);
      assertThat(timeline.threadNanos()).isEqualTo(25_000_000);
      assertThat(timeline.meanDegree()).isEqualTo(1);
    }
  }
}
