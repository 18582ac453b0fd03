package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Cases;
import org.curtail.PaperTables;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class JourneyTest {
  private static Journey longOfFigure5(Double... startsMs) {
    return Journey.of(new Schedule(List.of(startsMs)), PaperTables.figure5Profile(), 1);
  }

  @Test
  void theLongRequestOfFigure5IsDoneAfter100MsWithDegreeThreeAfter50() {
    Journey journey = longOfFigure5(0.0, 50.0, 50.0);
    assertThat(journey.segments())
        .containsExactly(
            new Journey.Segment(1, 0, 50, 1.0 / 3), new Journey.Segment(3, 50, 100, 1 - 1.0 / 3));
    assertThat(journey.sequentialMs()).isEqualTo(150);
    assertThat(journey.admittedMs()).isZero();
    assertThat(journey.doneMs()).isEqualTo(100);
    assertThat(journey.averageParallelism()).isCloseTo(2, within(1e-12));
    assertThat(journey.speedup()).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void aWaitCountsAsTimeWithoutThreads() {
    Journey journey = longOfFigure5(25.0, 175.0, 175.0);
    assertThat(journey.segments()).containsExactly(new Journey.Segment(1, 25, 175, 1));
    assertThat(journey.admittedMs()).isEqualTo(25);
    assertThat(journey.averageParallelism()).isCloseTo(150.0 / 175, within(1e-12));
    assertThat(journey.speedup()).isCloseTo(150.0 / 175, within(1e-12));
  }

  @Test
  void aRequestEndsBeforeDegreesItDoesNotReach() {
    Journey journey =
        Journey.of(new Schedule(List.of(0.0, 60.0, 90.0)), PaperTables.figure5Profile(), 0);
    assertThat(journey.segments()).containsExactly(new Journey.Segment(1, 0, 50, 1));
  }

  @Test
  void allJourneysTogetherAreWhatFigure6Predicts() {
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
            Journey journey = Journey.of(schedule, profile, r);
            doneMs[r] = journey.doneMs();
            threadMs += journey.averageParallelism() * journey.doneMs() / doneMs.length;
            assertThat(journey.admittedMs()).isEqualTo(schedule.startsMs().getFirst());
            assertThat(journey.segments().stream().mapToDouble(Journey.Segment::workShare).sum())
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
    assertThat(Journey.requestAt(profile, 0)).isEqualTo(1);
    assertThat(Journey.requestAt(profile, 50)).isEqualTo(2);
    assertThat(Journey.requestAt(profile, 51)).isZero();
    assertThat(Journey.requestAt(profile, 99)).isEqualTo(3);
  }

  @Test
  void aDegreeThatWasNotMeasuredIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> longOfFigure5(0.0, 0.0, 0.0, 0.0))
        .withMessage("the schedule goes to degree 4, the profile only to 3");
  }

  @Test
  void segmentsThatDoNotFollowEachOtherAreRejected() {
    var first = new Journey.Segment(1, 0, 10, 0.5);
    assertThatIllegalArgumentException().isThrownBy(() -> new Journey(10, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Journey(0, List.of(first)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Journey(10, List.of(first, new Journey.Segment(2, 11, 12, 0.5))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Journey(10, List.of(first, new Journey.Segment(1, 10, 12, 0.5))));
    assertThatIllegalArgumentException().isThrownBy(() -> new Journey.Segment(0, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Journey.Segment(1, 2, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Journey.Segment(1, 0, 1, 1.5));
  }
}
