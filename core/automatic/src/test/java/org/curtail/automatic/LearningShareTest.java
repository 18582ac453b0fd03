package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.policy.FixedDegree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LearningShareTest {
  private static final long MUCH = 1_000_000;
  private static final PilotSetting SETTING = PilotSetting.of(4).upToDegree(2);
  private static final PolicyMap MAP =
      PolicyMap.always(
          new Candidate("fixed-2", new FixedDegree(2), Optional.empty()), "it wins in simulation");

  private final LearningShare share = new LearningShare(1);

  private double drawn(long learned) {
    return IntStream.range(0, 100_000).filter(i -> share.standsFor(learned) > 0).count()
        / 100_000.0;
  }

  @Test
  void allRequestsAreUsedAtALowOrUnknownRate() {
    assertThat(drawn(MUCH)).isOne();
    share.setRate(200);
    assertThat(drawn(MUCH)).isOne();
    share.setRate(8_000);
    share.setRate(0);
    assertThat(drawn(MUCH)).isOne();
  }

  @Test
  void whereManyComeTwoHundredASecondAreOnceSomethingIsKnown() {
    share.setRate(8_000);
    assertThat(drawn(0)).isOne();
    assertThat(drawn(MUCH)).isCloseTo(0.025, within(0.002));
    share.setRate(400);
    assertThat(drawn(MUCH)).isCloseTo(0.5, within(0.01));
  }

  @Test
  void thoseThatAreDrawnStandForAll() {
    share.setRate(2_000);
    double all = IntStream.range(0, 100_000).mapToDouble(i -> share.standsFor(MUCH)).sum();
    assertThat(all).isCloseTo(100_000, within(3_500.0));
  }

  @Test
  void aServiceOfThousandsASecondLearnsAndNoticesChangesFromAPart() {
    var pilot = new Pilot(SETTING);
    StreamedService service = fast(pilot);
    double beganS = service.nowS();
    service.run(30);
    long learned =
        pilot.events().stream()
            .filter(PilotEvent.Learned.class::isInstance)
            .mapToLong(event -> ((PilotEvent.Learned) event).requests())
            .max()
            .orElseThrow();
    // All requests of the first second, and 200 of each further one.
    assertThat(learned).isBetween(4_000L, 11_000L);
    service.demandMs = 1;
    double changedS = service.nowS();
    assertThat(changedS - beganS).isGreaterThanOrEqualTo(30);
    while (pilot.events().stream().noneMatch(PilotEvent.Drifted.class::isInstance)) {
      service.run(0.5);
      assertThat(service.nowS() - changedS).as("noticed after seconds").isLessThan(10);
    }
  }

  /** In the stream, half of the requests of an exploring slice have two threads. */
  @Test
  void allThatExploredAreCounted() {
    var pilot = new Pilot(SETTING);
    StreamedService service = fast(pilot);
    service.run(120);
    assertThat(service.explored).isGreaterThan(1_000);
    assertThat(pilot.explain())
        .matches("(?s).*Tried: [\\d,]+ requests had more threads, to learn their gain.*");
    long told =
        Long.parseLong(
            pilot.explain().replaceFirst("(?s).*Tried: ([\\d,]+) .*", "$1").replace(",", ""));
    assertThat((double) told).isBetween(0.9 * service.explored, 1.0 * service.explored);
  }

  @Test
  @Tag("long")
  void aChangeOfTheLoadKeepsTheirWeights() {
    var pilot = new Pilot(SETTING);
    StreamedService service = fast(pilot);
    service.run(60);
    service.perSecond = 50;
    service.demandMs = 0.3;
    service.run(60);
    double meanMs = pilot.knowledge().profile().orElseThrow().meanMs(1);
    // One request in 81 is of the second minute.
    assertThat(meanMs).isCloseTo(0.25, within(0.02));
  }

  private static StreamedService fast(Pilot pilot) {
    var service = new StreamedService(pilot, SETTING, MAP, 1);
    service.perSecond = 4_000;
    service.demandMs = 0.25;
    return service;
  }
}
