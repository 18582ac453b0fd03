package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.PaperTables;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.plan.Schedule;
import org.curtail.plan.ScheduleCost;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class PlannedTimelineTest {
  private static PlannedTimeline longOfFigure5(Double... startsMs) {
    return PlannedTimeline.of(new Schedule(List.of(startsMs)), PaperTables.figure5Profile(), 1);
  }

  @Test
  void theLongRequestOfFigure5IsDoneAfter100MsWithDegreeThreeAfter50() {
    PlannedTimeline timeline = longOfFigure5(0.0, 50.0, 50.0);
    assertThat(timeline.phases())
        .containsExactly(
            new PlannedTimeline.Phase(1, 0, 50, 1.0 / 3),
            new PlannedTimeline.Phase(3, 50, 100, 1 - 1.0 / 3));
    assertThat(timeline.sequentialMs()).isEqualTo(150);
    assertThat(timeline.admittedMs()).isZero();
    assertThat(timeline.doneMs()).isEqualTo(100);
    assertThat(timeline.averageParallelism()).isCloseTo(2, within(1e-12));
    assertThat(timeline.speedup()).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void aWaitCountsAsTimeWithoutThreads() {
    PlannedTimeline timeline = longOfFigure5(25.0, 175.0, 175.0);
    assertThat(timeline.phases()).containsExactly(new PlannedTimeline.Phase(1, 25, 175, 1));
    assertThat(timeline.admittedMs()).isEqualTo(25);
    assertThat(timeline.averageParallelism()).isCloseTo(150.0 / 175, within(1e-12));
    assertThat(timeline.speedup()).isCloseTo(150.0 / 175, within(1e-12));
  }

  @Test
  void aRequestEndsBeforeDegreesItDoesNotReach() {
    PlannedTimeline timeline =
        PlannedTimeline.of(new Schedule(List.of(0.0, 60.0, 90.0)), PaperTables.figure5Profile(), 0);
    assertThat(timeline.phases()).containsExactly(new PlannedTimeline.Phase(1, 0, 50, 1));
  }

  @Test
  void allTimelinesTogetherAreWhatFigure6Predicts() {
    Cases.random(
        1,
        500,
        random -> {
          int maxDegree = random.nextInt(1, 5);
          Profile profile = profile(random, random.nextInt(1, 30), maxDegree);
          var schedule = new Schedule(startsMs(random, maxDegree));
          double[] doneMs = new double[profile.requests()];
          double threadMs = 0;
          for (int r = 0; r < doneMs.length; r++) {
            PlannedTimeline timeline = PlannedTimeline.of(schedule, profile, r);
            doneMs[r] = timeline.doneMs();
            threadMs += timeline.averageParallelism() * timeline.doneMs() / doneMs.length;
            assertThat(timeline.admittedMs()).isEqualTo(schedule.startsMs().getFirst());
            assertThat(
                    timeline.phases().stream().mapToDouble(PlannedTimeline.Phase::workShare).sum())
                .isCloseTo(1, within(1e-12));
          }
          Arrays.sort(doneMs);
          ScheduleCost cost = schedule.cost(profile, 95);
          assertThat(Percentile.of(doneMs, 95)).isCloseTo(cost.tailMs(), within(1e-9));
          assertThat(Arrays.stream(doneMs).average().orElseThrow())
              .isCloseTo(cost.meanMs(), within(1e-9));
          assertThat(threadMs).isCloseTo(cost.threadMs(), within(1e-9));
        });
  }

  private static Profile profile(RandomGenerator random, int requests, int maxDegree) {
    double[][] timesMs = new double[requests][maxDegree];
    for (double[] times : timesMs) {
      Arrays.setAll(times, d -> random.nextDouble(1, 100));
    }
    return Profile.of("random", timesMs);
  }

  private static List<Double> startsMs(RandomGenerator random, int maxDegree) {
    // Whole numbers, so that some degrees begin together.
    return random.ints(maxDegree, 0, 40).sorted().asDoubleStream().boxed().toList();
  }

  @Test
  void theRequestAtAPercentileIsTheNearestRankOfSequentialTimes() {
    var profile = Profile.of("", new double[][] {{30}, {10}, {20}, {40}});
    assertThat(PlannedTimeline.requestAt(profile, 0)).isEqualTo(1);
    assertThat(PlannedTimeline.requestAt(profile, 50)).isEqualTo(2);
    assertThat(PlannedTimeline.requestAt(profile, 51)).isZero();
    assertThat(PlannedTimeline.requestAt(profile, 99)).isEqualTo(3);
  }

  @Test
  void aDegreeThatWasNotMeasuredIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> longOfFigure5(0.0, 0.0, 0.0, 0.0))
        .withMessage("the schedule has degrees up to 4, the profile only up to 3");
  }

  @Test
  void phasesThatDoNotFollowEachOtherAreRejected() {
    var first = new PlannedTimeline.Phase(1, 0, 10, 0.5);
    assertThatIllegalArgumentException().isThrownBy(() -> new PlannedTimeline(10, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new PlannedTimeline(0, List.of(first)));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new PlannedTimeline(10, List.of(first, new PlannedTimeline.Phase(2, 11, 12, 0.5))));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new PlannedTimeline(10, List.of(first, new PlannedTimeline.Phase(1, 10, 12, 0.5))));
    assertThatIllegalArgumentException().isThrownBy(() -> new PlannedTimeline.Phase(0, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new PlannedTimeline.Phase(1, 2, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new PlannedTimeline.Phase(1, 0, 1, 1.5));
  }
}
