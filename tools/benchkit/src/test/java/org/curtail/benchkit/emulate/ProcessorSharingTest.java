package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.curtail.benchkit.emulate.ProcessorSharing.Job;
import org.junit.jupiter.api.Test;

class ProcessorSharingTest {
  private final ProcessorSharing<Job> two = new ProcessorSharing<>(2, 0);

  @Test
  void withACoreForEachAChunkTakesAsLongAsItIs() {
    Job first = begin(100, 0);
    Job second = begin(50, 10);
    two.advance(200);
    assertThat(first.endNanos()).isEqualTo(100);
    assertThat(second.endNanos()).isEqualTo(60);
  }

  @Test
  void threeThreadsOnTwoCoresHaveTwoThirdsOfOneEach() {
    Job first = begin(100, 0);
    Job second = begin(100, 0);
    Job third = begin(100, 0);
    assertThat(two.plannedEndNanos(first)).isEqualTo(150);
    two.advance(150);
    assertThat(first.hasEnded() && second.hasEnded() && third.hasEnded()).isTrue();
    assertThat(two.busyNanos()).isEqualTo(300);
  }

  @Test
  void whoLeavesMakesTheOthersFasterAtOnce() {
    Job first = begin(100, 0);
    begin(100, 0);
    Job third = begin(100, 0);
    // After 75, each has had 50.
    two.leave(third, 75);
    two.advance(1000);
    assertThat(first.endNanos()).isEqualTo(125);
  }

  @Test
  void aChunkThatBeginsLateBeginsWhenTheLastOneEnded() {
    Job job = begin(100, 0);
    two.hold(job, 130, 1000);
    two.begin(job, 100, 140);
    assertThat(job.beginNanos()).isEqualTo(100);
    two.advance(1000);
    assertThat(job.endNanos()).isEqualTo(200);
  }

  @Test
  void aThreadThatGoesOnWithAnotherJobIsPresentOnceAndLosesNoTime() {
    Job job = begin(100, 0);
    var next = new Job();
    two.hold(job, 130, 1000);
    two.moveTo(job, next, 0, 140);
    assertThat(two.present()).isEqualTo(1);
    two.begin(next, 100, 150);
    assertThat(next.beginNanos()).isEqualTo(100);
    two.advance(1000);
    assertThat(next.endNanos()).isEqualTo(200);
    assertThat(two.busyNanos()).isEqualTo(200 + 800);
  }

  @Test
  void aChunkOfAnotherJobDoesNotBeginBeforeItCould() {
    begin(1000, 0);
    begin(1000, 0);
    Job job = begin(100, 0);
    // The call is late: at two thirds of a core, the chunk had ended at 150.
    two.hold(job, 180, 1000);
    var next = new Job();
    two.moveTo(job, next, 165, 180);
    two.begin(next, 100, 180);
    assertThat(next.beginNanos()).isCloseTo(165, within(1e-6));
    two.advance(2000);
    assertThat(next.endNanos()).isCloseTo(165 + 150, within(1e-6));
  }

  @Test
  void aThreadThatLostItsPlaceGoesOnAtOnce() {
    Job job = begin(100, 0);
    two.hold(job, 100, 50);
    var next = new Job();
    two.moveTo(job, next, 0, 300);
    assertThat(two.present()).isZero();
    two.begin(next, 100, 310);
    assertThat(next.beginNanos()).isEqualTo(310);
  }

  @Test
  void aChunkThatBeginsLaterThanItShouldHaveEndedIsOverAtOnce() {
    Job job = begin(100, 0);
    two.hold(job, 500, 1000);
    two.begin(job, 100, 500);
    assertThat(job.hasEnded()).isTrue();
    assertThat(job.endNanos()).isEqualTo(200);
    // The next chunk has not ended: the lost time is compensated exactly.
    two.begin(job, 400, 500);
    assertThat(job.hasEnded()).isFalse();
    two.advance(1000);
    assertThat(job.endNanos()).isEqualTo(600);
  }

  @Test
  void whoDoesNotComeBackInTimeLosesPlaceAndArrears() {
    Job job = begin(100, 0);
    two.advance(130);
    two.hold(job, 130, 50);
    two.advance(300);
    assertThat(job.isPresent()).isFalse();
    two.begin(job, 100, 300);
    two.advance(1000);
    assertThat(job.endNanos()).isEqualTo(400);
    // 180 from the begin to the end of the hold, and again from 300 on.
    assertThat(two.busyNanos()).isCloseTo(180 + 700, within(1e-6));
  }

  @Test
  void whatIsLeftOfAChunkCanBeStretched() {
    Job job = begin(100, 0);
    two.stretch(job, 1.5, 40);
    two.advance(1000);
    assertThat(job.endNanos()).isEqualTo(40 + 60 * 1.5);
    two.stretch(job, 2, 1000);
    assertThat(job.endNanos()).isEqualTo(130);
  }

  @Test
  void aMachineWithoutCoresIsRefused() {
    assertThatThrownBy(() -> new ProcessorSharing<>(0, 0)).hasMessageContaining("0");
    assertThatThrownBy(() -> begin(-1, 0)).hasMessageContaining("-1");
  }

  private Job begin(double workNanos, long atNanos) {
    var job = new Job();
    two.begin(job, workNanos, atNanos);
    return job;
  }
}
