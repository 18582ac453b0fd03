package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.curtail.automatic.PilotEvent.LoadChanged;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalPatternTest {
  /** Longer than the least time between two reports. */
  private static final int SECONDS = 700;

  private final EventLog log = new EventLog(10);
  private final ArrivalPattern pattern = new ArrivalPattern(log, 1);
  private final SplittableRandom random = new SplittableRandom(1);
  private double nowNanos;

  private void arrive(int requests, double perSecond) {
    for (int i = 0; i < requests; i++) {
      nowNanos -= 1e9 / perSecond * StrictMath.log1p(-random.nextDouble());
      pattern.arrived((long) nowNanos);
    }
  }

  private List<LoadChanged> reported() {
    return log.latest().stream().map(LoadChanged.class::cast).toList();
  }

  @ParameterizedTest
  @ValueSource(doubles = {20, 2_000})
  void anotherRateIsReportedOnceAndAConstantRateIsNot(double perSecond) {
    arrive((int) (SECONDS * perSecond), perSecond);
    assertThat(reported()).isEmpty();
    arrive((int) (SECONDS * 2 * perSecond), 2 * perSecond);
    assertThat(reported()).hasSize(1);
    assertThat(reported().getFirst().factor()).isBetween(1.5, 2.7);
    assertThat(reported().getFirst().reason()).startsWith("requests arrive").contains("as often");
    arrive((int) (SECONDS * perSecond), perSecond);
    assertThat(reported()).hasSize(2);
    assertThat(reported().getLast().factor()).isBetween(0.35, 0.65);
  }

  /** The earlier rate was too poorly known for a comparison. */
  @Test
  void anEarlyChangeDoesNotHideLaterOnes() {
    arrive(230, 20);
    arrive(40_000, 200);
    arrive(20_000, 50);
    assertThat(reported()).isNotEmpty();
    assertThat(reported().getLast().factor()).isBetween(0.15, 0.4);
  }

  @Test
  @Tag("long")
  void aVaryingRateIsReportedOnceInTenMinutes() {
    for (int minute = 0; minute < 60; minute++) {
      int perSecond = minute % 2 == 0 ? 100 : 300;
      arrive(60 * perSecond, perSecond);
    }
    assertThat(reported().size()).isBetween(2, 6);
  }

  /** The same mean rate. */
  @Test
  void burstsAreReportedAsAnotherPattern() {
    arrive(10_000, 50);
    for (int burst = 0; burst < 300; burst++) {
      arrive(20, 1_000);
      nowNanos += 0.38e9;
    }
    assertThat(reported().getFirst().reason()).contains("spread differently in time");
  }

  @Test
  void whatWasBeforeItForgotIsNoChange() {
    arrive(10_000, 50);
    pattern.forget();
    arrive(10_000, 500);
    assertThat(reported()).isEmpty();
  }
}
