package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.Regret;
import org.curtail.autopilot.PilotLog;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Metrics;
import org.junit.jupiter.api.Test;

/** Compares the counts of a log with the pilot's events, and with the policy of each arrival. */
class PilotLogTest {
  private static final PilotSetting SETTING = PilotSetting.of(4).upToDegree(2);
  private static final PolicyMap MAP =
      PolicyMap.always(
          new Candidate("fixed-2", new FixedDegree(2), Optional.empty()), "it wins in simulation");

  private final Pilot pilot = new Pilot(SETTING);
  private final PilotLog log = new PilotLog(pilot, false, 1000);
  private final StreamedService service = new StreamedService(pilot, SETTING, MAP, 1);
  private final List<PilotEvent> seen = new ArrayList<>();
  private long arrived;
  private long arrivedInBaseline;
  private OptionalLong arrivedBeforePlan = OptionalLong.empty();

  private void serve(double seconds, ToDoubleFunction<Boolean> ratio) {
    service.ratio = ratio;
    service.beforeArrival =
        () -> {
          look();
          arrived++;
          arrivedInBaseline += service.isPlan(service.policy()) ? 0 : 1;
          log.arrived();
        };
    service.run(seconds);
    look();
  }

  private void look() {
    List<PilotEvent> news = log.look();
    seen.addAll(news);
    if (arrivedBeforePlan.isEmpty() && has(news, PilotEvent.Planned.class)) {
      arrivedBeforePlan = OptionalLong.of(arrived);
    }
  }

  private static boolean has(List<PilotEvent> events, Class<?> kind) {
    return events.stream().anyMatch(kind::isInstance);
  }

  private long events(Class<?> kind) {
    return seen.stream().filter(kind::isInstance).count();
  }

  @Test
  void nothingIsCountedBeforeAnythingHappens() {
    assertThat(log.counts()).isEqualTo(Metrics.Decisions.NONE);
    assertThat(log.counts().safeShare()).isEqualTo(1);
    assertThat(log.counts().regretShare()).isZero();
    assertThat(log.decisions()).isEmpty();
  }

  @Test
  void plansAndSwitchesEqualThoseOfThePilot() {
    serve(120, isBaseline -> isBaseline ? 1 : 0.6);
    Metrics.Decisions counts = log.counts();
    assertThat(counts.plans()).isEqualTo(events(PilotEvent.Planned.class)).isPositive();
    assertThat(counts.switches()).isEqualTo(events(PilotEvent.Switched.class)).isPositive();
    assertThat(counts.plansFailed()).isZero();
    assertThat(counts.fallBacks()).isZero();
    assertThat(counts.drifts()).isZero();
  }

  @Test
  void requestsUntilTheFirstPlanAreTheArrivedOnes() {
    serve(3, isBaseline -> 1);
    assertThat(log.counts().requestsBeforePlan()).isEmpty();
    serve(120, isBaseline -> 1);
    assertThat(log.counts().requestsBeforePlan()).isEqualTo(arrivedBeforePlan);
    assertThat(arrivedBeforePlan.orElseThrow()).isBetween(900L, 1400L);
  }

  @Test
  void aPilotThatBeginsWithAPlanHasNoRequestsBeforeIt() {
    var begun = new PilotLog(pilot, true, 1);
    assertThat(begun.counts().requestsBeforePlan()).hasValue(0);
  }

  @Test
  void theShareServedSafeIsThatOfTheArrivalsThatTheSafePolicyMet() {
    serve(5, isBaseline -> 1);
    assertThat(log.counts().safeShare()).isEqualTo(1);
    serve(100, isBaseline -> isBaseline ? 1 : 0.6);
    Metrics.Decisions counts = log.counts();
    assertThat(counts.requests()).isEqualTo(arrived);
    assertThat(counts.safeRequests())
        .isEqualTo(arrivedInBaseline)
        .isBetween(arrived / 50, arrived / 2);
  }

  @Test
  void exploringRequestsAreCountedWithTheirCost() {
    assertThat(log.counts().triedRequests()).isZero();
    serve(100, isBaseline -> isBaseline ? 1 : 0.6);
    Metrics.Decisions counts = log.counts();
    assertThat(counts.triedRequests()).isEqualTo(pilot.explorationCost().requests()).isPositive();
    assertThat(counts.triedNanos()).isEqualTo(pilot.explorationCost().coreNanos()).isPositive();
    assertThat(counts.since(counts).triedRequests()).isZero();
    assertThat(counts.since(counts).triedNanos()).isZero();
  }

  @Test
  void fallBacksAndTheCostOfHarmAreCounted() {
    service.areAllEqual = true;
    serve(90, isBaseline -> isBaseline ? 1 : 1.5);
    Metrics.Decisions counts = log.counts();
    assertThat(counts.fallBacks()).isEqualTo(events(PilotEvent.FellBack.class)).isPositive();
    Regret regret = pilot.regret();
    assertThat(counts.lostNanos()).isEqualTo(regret.harmNanos() + regret.baselineCostNanos());
    assertThat(counts.wonNanos()).isZero();
    assertThat(counts.regretShare()).isCloseTo(regret.share(), within(1e-12)).isPositive();
  }

  @Test
  void changesOfTheServiceAreCounted() {
    serve(60, isBaseline -> isBaseline ? 1 : 0.7);
    service.demandMs = 30;
    serve(150, isBaseline -> isBaseline ? 1 : 0.7);
    assertThat(log.counts().drifts()).isEqualTo(events(PilotEvent.Drifted.class)).isPositive();
  }

  @Test
  void aPlanThatCannotBeMadeIsCounted() {
    service.planDelayNanos = Long.MAX_VALUE / 4;
    serve(60, isBaseline -> 1);
    assertThat(pilot.planDue()).isPresent();
    pilot.planFailed("too busy", service.nowNanos());
    look();
    assertThat(log.counts().plansFailed()).isEqualTo(1);
  }

  @Test
  void decisionsNameTheNewPolicyAndOnlyTheLatestAreKept() {
    var small = new PilotLog(pilot, false, 2);
    serve(120, isBaseline -> isBaseline ? 1 : 0.6);
    small.look();
    List<Autopilot.Decision> all = log.decisions();
    assertThat(all)
        .extracting(Autopilot.Decision::kind)
        .startsWith("Learned", "Explored", "PlanBegun", "Planned");
    assertThat(all.getFirst().serving()).isEqualTo(Autopilot.Decision.SAFE);
    assertThat(all.getLast().serving()).isEqualTo("fixed-2");
    assertThat(all)
        .filteredOn(decision -> decision.kind().equals("Switched"))
        .first()
        .satisfies(decision -> {
          assertThat(decision.what()).isEqualTo("switched from the safe policy to fixed-2");
          assertThat(decision.reason()).isEqualTo("it wins in simulation");
        });
    assertThat(small.decisions()).isEqualTo(all.subList(all.size() - 2, all.size()));
  }

  @Test
  void anIntervalHasTheCountsSinceAndTheEstimatesOfNow() {
    serve(60, isBaseline -> isBaseline ? 1 : 0.6);
    Metrics.Decisions before = log.counts();
    serve(60, isBaseline -> isBaseline ? 1 : 0.6);
    Metrics.Decisions after = log.counts();
    Metrics.Decisions last = after.since(before);
    assertThat(last.requests()).isEqualTo(after.requests() - before.requests()).isPositive();
    assertThat(last.safeRequests()).isEqualTo(after.safeRequests() - before.safeRequests());
    assertThat(last.requestsBeforePlan()).isEqualTo(after.requestsBeforePlan());
    assertThat(last.lostNanos()).isEqualTo(after.lostNanos());
    assertThat(after.since(Metrics.Decisions.NONE)).isEqualTo(after);
  }
}
