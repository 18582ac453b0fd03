package org.curtail.benchkit.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.inject.GroundTruth.Truth;
import org.curtail.benchkit.inject.GroundTruth.UnderWay;
import org.curtail.diagnose.pause.Pause;
import org.junit.jupiter.api.Test;

class GroundTruthTest {
  /** From 0 to 100, 50 to 150, and 200 to 300. */
  private static final List<UnderWay> THREE =
      List.of(
          new UnderWay(0, 0, 0, 100, 0),
          new UnderWay(50, 50, 50, 150, 0),
          new UnderWay(200, 200, 200, 300, 0));

  @Test
  void whatIsDoneToOneRequestIsDoneToNoOther() {
    GroundTruth truths =
        GroundTruth.of(
            List.of(InjectionRecord.whole(InjectionKind.LOCK, 0, 60, 90)), THREE, List.of());

    assertThat(truths.of(0)).containsExactly(new Truth(InjectionKind.LOCK, 30));
    assertThat(truths.of(1)).isEmpty();
    assertThat(truths.isTouched(1)).isFalse();
    assertThat(truths.main(0)).contains(InjectionKind.LOCK);
    assertThat(truths.main(2)).isEmpty();
  }

  @Test
  void aStopOfTheProcessHitsAllThatAreUnderWayForAsLongAsTheyOverlap() {
    GroundTruth truths =
        GroundTruth.of(
            List.of(InjectionRecord.whole(InjectionKind.STOP, 2, 80, 140)), THREE, List.of());

    assertThat(truths.nanos(0, InjectionKind.STOP)).isEqualTo(20);
    assertThat(truths.nanos(1, InjectionKind.STOP)).isEqualTo(60);
    // The chosen request had ended before.
    assertThat(truths.of(2)).isEmpty();
    assertThat(truths.isTouched(2)).isFalse();
  }

  @Test
  void timeInWhichAllStoodStillIsNotTakenByALockToo() {
    GroundTruth truths =
        GroundTruth.of(
            List.of(
                InjectionRecord.whole(InjectionKind.LOCK, 0, 10, 70),
                InjectionRecord.whole(InjectionKind.STOP, 0, 20, 60)),
            THREE,
            List.of());

    assertThat(truths.nanos(0, InjectionKind.LOCK)).isEqualTo(20);
    assertThat(truths.nanos(0, InjectionKind.STOP)).isEqualTo(40);
    assertThat(truths.main(0)).contains(InjectionKind.STOP);
  }

  @Test
  void requestsBesideAHogAreTouchedAndNobodyKnowsHowMuch() {
    GroundTruth truths =
        GroundTruth.of(
            List.of(new InjectionRecord(InjectionKind.CPU_HOG, 0, 10, 90, 55)), THREE, List.of());

    assertThat(truths.nanos(0, InjectionKind.CPU_HOG)).isEqualTo(55);
    assertThat(truths.isTouched(1)).isTrue();
    assertThat(truths.of(1)).isEmpty();
    assertThat(truths.isTouched(2)).isFalse();
  }

  @Test
  void ofSeveralCausesTheMainOneTookLongest() {
    GroundTruth truths =
        GroundTruth.of(
            List.of(
                InjectionRecord.whole(InjectionKind.NETWORK, 0, 0, 20),
                InjectionRecord.whole(InjectionKind.LOCK, 0, 20, 50),
                InjectionRecord.whole(InjectionKind.IO, 0, 50, 60)),
            THREE,
            List.of());

    assertThat(truths.main(0)).contains(InjectionKind.LOCK);
    assertThat(truths.allNanos(0)).isEqualTo(60);
    // Two of them are waits of its thread.
    assertThat(truths.nanos(0, InjectionKind.LOCK)).isEqualTo(40);
  }

  @Test
  void timeInWhichTheCollectorRanIsNotTakenByAHogNorTwice() {
    InjectionRecord hog = new InjectionRecord(InjectionKind.CPU_HOG, 0, 10, 90, 70);
    InjectionRecord computed = new InjectionRecord(InjectionKind.LONG_QUERY, 1, 50, 150, 80);
    List<Pause> collections =
        List.of(new Pause(60, 80, Pause.Kind.COLLECTOR), new Pause(70, 85, Pause.Kind.COLLECTOR));
    GroundTruth truths = GroundTruth.of(List.of(hog, computed), THREE, collections);

    assertThat(truths.nanos(0, InjectionKind.CPU_HOG)).isEqualTo(70 - 25);
    // The request computed outside of the pause.
    assertThat(truths.nanos(1, InjectionKind.LONG_QUERY)).isEqualTo(80);
  }

  @Test
  void whoWaitsLongerForItsTurnThanForAStopWasNotMadeSlowByTheStop() {
    List<UnderWay> requests =
        List.of(new UnderWay(0, 60, 64, 100, 0), new UnderWay(50, 60, 90, 150, 0));
    InjectionRecord stop = InjectionRecord.whole(InjectionKind.STOP, 0, 20, 60);
    GroundTruth truths = GroundTruth.of(List.of(stop), requests, List.of());

    assertThat(truths.main(0)).contains(InjectionKind.STOP);
    assertThat(truths.nanos(1, InjectionKind.STOP)).isEqualTo(10);
    assertThat(truths.main(1)).isEmpty();
    assertThat(truths.isTouched(1)).isTrue();
    // Waiting for a turn is the effect of a burst.
    InjectionRecord burst = new InjectionRecord(InjectionKind.BURST, 1, 50, 90, 10);
    assertThat(GroundTruth.of(List.of(burst), requests, List.of()).main(1))
        .contains(InjectionKind.BURST);
  }

  @Test
  void whatNobodyCanTellStaysUnknown() {
    GroundTruth truths =
        GroundTruth.of(
            List.of(
                new InjectionRecord(InjectionKind.MEMORY_HOG, 1, 60, 70, InjectionRecord.UNKNOWN)),
            THREE,
            List.of());

    assertThat(truths.nanos(1, InjectionKind.MEMORY_HOG)).isEqualTo(InjectionRecord.UNKNOWN);
  }

  /** Threads that use memory also use cores. The request's own clocks show the greater cost. */
  @Test
  void whoWaitedLongerForACoreThanItComputedWasNotMadeSlowByTheMemory() {
    List<UnderWay> requests =
        List.of(new UnderWay(0, 0, 0, 100, 30), new UnderWay(200, 200, 200, 300, 31));
    List<InjectionRecord> hogs =
        List.of(
            new InjectionRecord(InjectionKind.MEMORY_HOG, 0, 0, 100, 30),
            new InjectionRecord(InjectionKind.MEMORY_HOG, 1, 200, 300, 30));

    GroundTruth truths = GroundTruth.of(hogs, requests, List.of());

    assertThat(truths.main(0)).contains(InjectionKind.MEMORY_HOG);
    assertThat(truths.main(1)).isEmpty();
    assertThat(truths.isTouched(1)).isTrue();
    // A lock is a wait.
    InjectionRecord lock = InjectionRecord.whole(InjectionKind.LOCK, 1, 200, 230);
    assertThat(GroundTruth.of(List.of(lock), requests, List.of()).main(1))
        .contains(InjectionKind.LOCK);
  }
}
