package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class OfferedLoadTest {
  private static final long S = 1_000_000_000L;

  private final OfferedLoad load = load();

  private static OfferedLoad load() {
    return new OfferedLoad(S / 4, new ArrivalPattern(new EventLog(1), 1));
  }

  @Test
  void isTheRateOfArrivals() {
    Cases.random(
        1,
        10,
        random -> {
          var offered = load();
          double perSecond = Math.exp(random.nextDouble(0, 8));
          double now = -50 * (double) S;
          while (now < 60 * (double) S) {
            now += -Math.log(1 - random.nextDouble()) / perSecond * S;
            offered.arrived((long) now);
          }
          // With n requests the rate is known to within 1 / sqrt(n); n is 800, or the number of a
          // minute.
          double deviation = perSecond / Math.sqrt(Math.min(800, 60 * perSecond));
          assertThat(offered.perSecond((long) now)).isCloseTo(perSecond, within(4.5 * deviation));
        });
  }

  @Test
  void followsAChangeWithinSomeSeconds() {
    arrive(0, 60, 1_000);
    assertThat(load.perSecond(60 * S)).isCloseTo(1_000, within(1.0));
    arrive(60, 65, 3_000);
    assertThat(load.perSecond(65 * S)).isCloseTo(3_000, within(1.0));
    arrive(65, 70, 500);
    assertThat(load.perSecond(70 * S)).isCloseTo(500, within(1.0));
  }

  @Test
  void fallsWhileNobodyComes() {
    arrive(0, 60, 100);
    assertThat(load.perSecond(62 * S)).isZero();
    assertThat(load.perSecond(100 * S)).isZero();
    assertThat(load.perSecond(10_000 * S)).isZero();
    arrive(10_000, 10_010, 100);
    assertThat(load.perSecond(10_010 * S)).isCloseTo(100, within(5.0));
  }

  @Test
  void afterAPauseTheNewLoadIsKnownWithinTwoSeconds() {
    arrive(0, 60, 200);
    arrive(90, 92, 500);
    assertThat(load.perSecond(92 * S)).isCloseTo(500, within(1.0));
  }

  @Test
  void arrivalsInSmallBatchesAreNoChange() {
    for (long i = 0; i < 600; i++) {
      for (int request = 0; request < 4; request++) {
        load.arrived(i * S / 10 + request);
      }
    }
    assertThat(load.perSecond(60 * S)).isCloseTo(40, within(1.0));
  }

  @Test
  void whatIsForgottenDoesNotCountAndHalfASecondIsEnough() {
    arrive(0, 60, 1_000);
    load.forget();
    assertThat(load.perSecond(100 * S)).isZero();
    for (long i = 0; i < 150; i++) {
      load.arrived(100 * S + i * S / 300);
    }
    assertThat(load.perSecond(100 * S + S / 2)).isCloseTo(300, within(5.0));
  }

  @Test
  void afterARestItIsKnownToWithinASeventhFromFiftyRequests() {
    Cases.random(
        100,
        Cases.count(70, 200),
        random -> {
          var offered = load();
          double before = random.nextDouble(50, 500);
          double now = poisson(offered, random, 0, 30 * S, before);
          // With or without a reading meanwhile.
          if (random.nextBoolean()) {
            assertThat(offered.perSecond((long) now + 5 * S)).isZero();
          }
          double restS = random.nextDouble(6, 200);
          double perSecond = random.nextDouble(250, 1_000);
          now += restS * S;
          offered.arrived((long) now);
          assertThat(offered.perSecond((long) now)).isZero();
          int requests = 0;
          while (offered.perSecond((long) now) == 0) {
            now += -Math.log(1 - random.nextDouble()) / perSecond * S;
            offered.arrived((long) now);
            requests++;
          }
          assertThat(requests).isBetween(50, 75);
          assertThat(offered.perSecond((long) now))
              .isCloseTo(perSecond, within(4.5 * perSecond / Math.sqrt(50)));
        });
  }

  @Test
  void aPauseThatMayBeChanceIsNoRest() {
    // Five in ten seconds are expected. The next one is the sixth of one rate, not a first one.
    for (long i = 0; i < 20; i++) {
      load.arrived(2 * i * S);
    }
    load.arrived(48 * S);
    assertThat(load.perSecond(48 * S)).isCloseTo(20 / 48.0, within(1e-9));
  }

  @Test
  void aBatchOfRequestsHasNoRate() {
    for (int request = 0; request < 1_000; request++) {
      load.arrived(S + request);
    }
    assertThat(load.perSecond(S + 1_000)).isZero();
    assertThat(load.perSecond(S + S / 25)).isZero();
    assertThat(load.perSecond(S + S / 2)).isCloseTo(2_000, within(3.0));
  }

  @Test
  void isNotKnownBeforeTheFirstTimeIsOver() {
    assertThat(load.perSecond(0)).isZero();
    load.arrived(5);
    load.arrived(6);
    assertThat(load.perSecond(7)).isZero();
  }

  private static double poisson(
      OfferedLoad offered, RandomGenerator random, long fromNanos, long untilNanos, double rate) {
    double now = fromNanos;
    while (true) {
      double next = now - Math.log(1 - random.nextDouble()) / rate * S;
      if (next >= untilNanos) {
        return now;
      }
      now = next;
      offered.arrived((long) now);
    }
  }

  private void arrive(int fromS, int toS, int perSecond) {
    for (long i = 0; i < (long) (toS - fromS) * perSecond; i++) {
      load.arrived(fromS * S + i * S / perSecond);
    }
  }
}
