package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.curtail.automatic.OfferedLoad.CurrentLoad;
import org.curtail.automatic.learn.RecentDemand;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;

class ExplorationScheduleTest {
  private static final long MS = 1_000_000;

  private final PilotSetting setting = PilotSetting.of(4);
  private final SpeedupModel speedups =
      new RecentDemand(1, Duration.ofHours(1), 2, 1).sample().speedups();
  private final ExplorationSchedule schedule = new ExplorationSchedule(setting);

  private void ended(int requests, int degree, long nanos) {
    for (int i = 0; i < requests; i++) {
      var path = List.of(new Timeline.Phase(degree, nanos, 40));
      var request = new Timeline(0, 0, nanos, degree * nanos, degree, 40, path, Outcome.COMPLETED);
      schedule.ended(request);
      schedule.served(request, 1);
      schedule.addCost(request, speedups);
    }
  }

  private List<Exploration> inSlices(int slices) {
    return LongStream.range(0, slices)
        .mapToObj(schedule::policy)
        .filter(Exploration.class::isInstance)
        .map(Exploration.class::cast)
        .toList();
  }

  @Test
  void noRequestExploresBeforeTheLengthOfRequestsIsKnown() {
    ended(49, 1, 8 * MS);
    assertThat(inSlices(100)).isEmpty();
    ended(1, 1, 8 * MS);
    assertThat(inSlices(100)).hasSize(50);
    assertThat(inSlices(100).getFirst().least()).isEqualTo(Duration.ofMillis(2));
    assertThat(inSlices(100).getFirst().share()).isEqualTo(0.5);
  }

  @Test
  void theMoreHaveExploredForNothingTheFewerDo() {
    ended(1_000, 1, 8 * MS);
    schedule.proceed(false);
    assertThat(inSlices(400)).hasSize(200);
    ended(800, 2, 8 * MS);
    schedule.proceed(false);
    assertThat(inSlices(400)).hasSize(100);
    ended(2_400, 2, 8 * MS);
    schedule.proceed(false);
    assertThat(inSlices(400)).hasSize(25);
    schedule.restart();
    assertThat(inSlices(400)).hasSize(200);
  }

  @Test
  void besideAPlanFewerExploreAndStillFewerOnceEnoughIsKnown() {
    ended(1_000, 1, 8 * MS);
    assertThat(besidePlan(3_200)).isEqualTo(200);
    schedule.proceed(true);
    assertThat(besidePlan(3_200)).isEqualTo(16);
    assertThat(inSlices(3_200)).hasSize(16);
    ended(800, 2, 8 * MS);
    assertThat(besidePlan(3_200)).isEqualTo(8);
  }

  private long besidePlan(int slices) {
    return LongStream.range(0, slices)
        .filter(slice -> schedule.besidePlan(slice) instanceof Exploration)
        .count();
  }

  /** The assumed work on two threads is 1.5 times as much; 4 cores are full with 500 requests/s. */
  @Test
  void whereCoresAreBusyTheyMayCostLittle() {
    ended(50, 1, 8 * MS);
    schedule.setLoad(new CurrentLoad(450, 0));
    ended(1_000, 1, 8 * MS);
    assertThat(inSlices(100)).hasSize(50);
    ended(100, 2, 8 * MS);
    assertThat(inSlices(100)).isEmpty();
    ended(20_000, 1, 8 * MS);
    assertThat(inSlices(100)).hasSize(50);
    ended(300, 2, 8 * MS);
    assertThat(inSlices(100)).isEmpty();
    schedule.setLoad(new CurrentLoad(150, 0));
    assertThat(inSlices(100)).hasSize(50);
    schedule.setLoad(new CurrentLoad(150, 2.4));
    assertThat(inSlices(100)).isEmpty();
    schedule.restart();
    assertThat(inSlices(100)).hasSize(50);
  }

  /**
   * A slow service has one or two requests in a slice. Equal random numbers in all slices would
   * never select a request.
   */
  @Test
  void inEachSliceOtherRequestsExplore() {
    ended(50, 1, 8 * MS);
    assertThat(inSlices(100).stream().map(Exploration::seed).distinct()).hasSize(50);
  }

  /** The first requests may be slow on a cold JVM. */
  @Test
  void theyExploreForAsLongAsRequestsTakeByNow() {
    ended(50, 1, 80 * MS);
    ended(50, 1, 4 * MS);
    schedule.proceed(false);
    assertThat(inSlices(5).getFirst().least()).isEqualTo(Duration.ofMillis(1));
  }
}
