package org.curtail.automatic.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.curtail.Profile;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class RecentDemandTest {
  private static final long MS = 1_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static Timeline at(long endMs, long ms) {
    return new Timeline(
        (endMs - ms) * MS,
        (endMs - ms) * MS,
        endMs * MS,
        ms * MS,
        1,
        100,
        List.of(new Timeline.Phase(1, ms * MS, 100)),
        Outcome.COMPLETED);
  }

  @Test
  void aProfileHasDegreesThatWereNeverTried() {
    var demand = new RecentDemand(4, SECOND, 1_000, 1);
    var traffic = new Traffic(1, Traffic.law(0.1, 0), 0.1, 2, 4);
    for (int r = 0; r < 2_000; r++) {
      demand.ended(traffic.request(traffic.logNormal(20, 0.8)));
    }
    Profile profile = demand.profile(8);
    assertThat(profile.maxDegree()).isEqualTo(8);
    assertThat(profile.totalWeight()).isCloseTo(2_000, within(1e-6));
    assertThat(profile.percentileMs(50, 1)).isCloseTo(20, within(1.5));
    for (int degree : List.of(2, 3, 4, 8)) {
      double truth = traffic.truth.speedup(degree, 20);
      assertThat(profile.speedup(0, degree))
          .as("degree %d", degree)
          .isBetween(0.85 * truth, 1.15 * truth);
    }
    assertThat(profile.notes())
        .singleElement()
        .asString()
        .startsWith("its speedups at degree 3, 5, 6, 7, 8 were never tried");
  }

  @Test
  void withoutATriedDegreeThereIsNoProfileOfSeveral() {
    var demand = new RecentDemand(4, SECOND, 1_000, 1);
    assertThatIllegalStateException().isThrownBy(() -> demand.profile(1));
    for (int r = 0; r < 500; r++) {
      demand.ended(at(100 + r, 50));
    }
    assertThat(demand.profile(1).timeMs(0, 1)).isEqualTo(50);
    assertThatIllegalStateException()
        .isThrownBy(() -> demand.profile(4))
        .withMessageContaining("no speedup was learned from 500 completed requests");
  }

  @Test
  void requestsOfSeveralDegreesAreKeptBesideManyOthersAndStandForFew() {
    var demand = new RecentDemand(1, Duration.ofDays(1), 200, 7);
    var traffic = new Traffic(3, Traffic.law(0.1, 0), 0.01, 3);
    double sumMs = 0;
    int informative = 0;
    for (int r = 0; r < 20_000; r++) {
      double ms = traffic.logNormal(10, 0.3);
      Timeline request = traffic.request(ms);
      informative += request.path().size() > 1 ? 1 : 0;
      demand.ended(request);
      sumMs += ms;
    }
    DemandSample sample = demand.sample();
    assertThat(sample.informative()).isEqualTo(100);
    assertThat(informative).isGreaterThan(150);
    assertThat(sample.kept()).isEqualTo(200);
    assertThat(sample.requests()).isCloseTo(20_000, within(1e-6));
    // One hundred requests of this spread: a standard error of 0.3 ms.
    assertThat(sample.profile(1).meanMs(1)).isCloseTo(sumMs / 20_000, within(1.2));
  }

  @Test
  void theRingForgetsOldRequestsAndKeepsEnoughAtLowTraffic() {
    var busy = new RecentDemand(3, SECOND, 10, 1);
    for (int r = 0; r < 10_000; r++) {
      busy.ended(at(1_000 + r, 5));
    }
    DemandSample recent = busy.sample();
    assertThat(recent.kept()).isLessThanOrEqualTo(30);
    assertThat(recent.requests()).isBetween(2_000.0, 3_100.0);
    assertThat(recent.ageNanos(11_000 * MS)).isBetween(1_000 * MS, 1_600 * MS);

    var quiet = new RecentDemand(3, SECOND, 10, 1);
    for (int r = 0; r < 100; r++) {
      quiet.ended(at(20_000L * (r + 1), 5));
    }
    assertThat(quiet.sample().requests()).isBetween(20.0, 30.0);
  }

  @Test
  void forgetsRequestsThatEndedBeforeAMoment() {
    var demand = new RecentDemand(4, SECOND, 100, 1);
    for (int r = 0; r < 300; r++) {
      demand.ended(at(1_000 + 10L * r, r < 150 ? 5 : 9));
    }
    demand.forgetBefore(2_500 * MS);
    assertThat(demand.sample().profile(1).percentileMs(0, 1)).isEqualTo(9);
    assertThat(demand.sample().requests()).isCloseTo(150, within(20.0));
    demand.forget();
    assertThat(demand.sample().kept()).isZero();
    assertThat(demand.sample().ageNanos(5)).isZero();
  }

  @Test
  void samplesOfSeveralEnginesAddUp() {
    Cases.random(
        5,
        20,
        random -> {
          var all = new RecentDemand(2, SECOND, 1_000, 1);
          var one = new RecentDemand(2, SECOND, 1_000, 2);
          var other = new RecentDemand(2, SECOND, 1_000, 3);
          for (int r = 0; r < 900; r++) {
            Timeline request = at(1_000, random.nextInt(1, 50));
            all.ended(request);
            (random.nextBoolean() ? one : other).ended(request);
          }
          DemandSample both = one.sample().and(other.sample());
          // In windows so large that all are kept.
          if (both.kept() == all.sample().kept()) {
            assertThat(both.profile(1).ascendingMs(1))
                .isEqualTo(all.sample().profile(1).ascendingMs(1));
          }
          assertThat(both.requests()).isCloseTo(900, within(1e-6));
        });
  }

  @Test
  void whatDidNotCompleteIsCountedAndAJumpingClockDoesNoHarm() {
    var demand = new RecentDemand(2, SECOND, 10, 1);
    for (int r = 0; r < 30; r++) {
      demand.ended(at(r % 2 == 0 ? 1_000 : 50_000, 5));
    }
    demand.ended(
        new Timeline(0, 0, 5, 5, 1, 1, List.of(new Timeline.Phase(1, 5, 1)), Outcome.EXPIRED));
    assertThat(demand.sample().others()).isEqualTo(1);
    assertThat(demand.sample().kept()).isBetween(1, 20);
    assertThat(demand.sample().ageNanos(0)).isZero();
  }

  @Test
  void numbersHaveLimits() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RecentDemand(0, SECOND, 10, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecentDemand(1, Duration.ZERO, 10, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RecentDemand(1, SECOND, 1, 1));
  }
}
