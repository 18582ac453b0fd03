package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.Candidates;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.HarmDetector;
import org.curtail.automatic.guard.LoadVerdict;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.policy.FixedDegree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PilotTest {
  private static final PilotSetting SETTING = PilotSetting.of(4).upToDegree(2);
  private static final Candidate TWO =
      new Candidate("fixed-2", new FixedDegree(2), Optional.empty());
  private static final PolicyMap MAP = PolicyMap.always(TWO, "it wins in simulation");

  private final Pilot pilot = new Pilot(SETTING);
  private final StreamedService service = new StreamedService(pilot, SETTING, MAP, 1);

  @Test
  void learnsHasAPlanMadeAndServesByIt() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(120);
    assertThat(service.kinds())
        .startsWith("Learned", "Explored", "PlanBegun", "Planned")
        .containsSubsequence("Planned", "PlanBegun", "Planned")
        .contains("Switched");
    var learned = (PilotEvent.Learned) pilot.events().getFirst();
    assertThat(learned.requests()).isBetween(500L, 700L);
    assertThat(learned.meanMs()).isCloseTo(10, within(2.0));
    assertThat(service.kinds()).contains("Cleared").doesNotContain("FellBack", "Drifted");
    assertThat(pilot.knowledge().verdicts())
        .extracting(LoadVerdict::verdict)
        .contains(Verdict.NO_HARM);
    assertThat(pilot.explain())
        .contains("Serves by fixed-2: it wins in simulation.", "no harm, as shown");
  }

  @Test
  void explainsHowFarLearningIsAndWhenAPlanMayBeThere() {
    assertThat(pilot.explain())
        .contains(
            "Learning: 0 of about 500 requests; how soon is not known until more requests arrive.");
    service.run(3);
    assertThat(pilot.explain())
        .containsPattern(
            "Learning: [23]\\d\\d of about 500 requests; at this rate a plan may be ready in \\d seconds?\\.");
    service.run(120);
    assertThat(pilot.explain())
        .doesNotContain("Learning:", "[")
        .contains("Policies: fixed-2 is 2 threads a request.");
  }

  @Test
  void explainsThatNoSpeedupWasLearnedAndWhenItLooksAgain() {
    service.hasChunks = false;
    service.run(20);
    assertThat(pilot.explain())
        .containsPattern(
            "Learning: [\\d,]+ requests so far, but no speedup; it looks again after ");
  }

  @Test
  void durationsAreRoundedInWords() {
    assertThat(DoubleStream.of(0.1, 89, 240, 7_200, 3 * 86_400).mapToObj(PilotWording::duration))
        .containsExactly("1 second", "89 seconds", "4 minutes", "2 hours", "3 days");
  }

  @Test
  @Tag("long")
  void besideThePlanAFewRequestsGoOnExploring() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(120);
    long before = explored();
    service.run(6_000);
    // One slice of 200 explores, with half of its 100 requests.
    assertThat(explored() - before).isBetween(300L, 3_000L);
    assertThat(service.kinds()).doesNotContain("FellBack", "Drifted");
  }

  private long explored() {
    return pilot.events().stream()
        .filter(PilotEvent.Explored.class::isInstance)
        .map(PilotEvent.Explored.class::cast)
        .mapToLong(PilotEvent.Explored::requests)
        .max()
        .orElse(0);
  }

  @Test
  void isTheSafePolicyBeforeAnythingIsKnown() {
    assertThat(pilot.policy()).isEqualTo(SETTING.baseline());
    assertThat(pilot.nextNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(pilot.planDue()).isEmpty();
    assertThat(pilot.knowledge()).isEqualTo(PilotKnowledge.NOTHING);
    assertThat(pilot.explain()).contains("nothing is known of the service yet");
  }

  @Test
  void afterAPauseThePlanServesAsSoonAsTheLoadIsKnown() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.perSecond = 400;
    service.demandMs = 2.5;
    service.run(300);
    double seconds = 0;
    int pauses = 20;
    for (int pause = 0; pause < pauses; pause++) {
      pilot.freeze(service.nowNanos());
      pilot.unfreeze(service.nowNanos());
      double fromS = service.nowS();
      do {
        service.run(0.005);
      } while (!service.isPlan(service.policy()));
      seconds += service.nowS() - fromS;
    }
    // Fifty requests take an eighth of a second.
    assertThat(seconds / pauses).isBetween(0.1, 0.2);
  }

  /** The load of requests alone is about a quarter. */
  @Test
  void coresThatSomethingElseKeepsBusyCountAsLoad() {
    Candidate baseline =
        Candidates.baseline(Profile.of("any", new double[][] {{1}}), Goal.byDefault());
    var busy = new PolicyMap.Entry(0.6, baseline, "nothing is to gain there");
    var map = new PolicyMap(List.of(MAP.entries().getFirst(), busy), PolicyMap.HALF_BAND);
    var another = new Pilot(SETTING);
    var served = new StreamedService(another, SETTING, map, 1);
    served.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    served.run(300);
    assertThat(another.explain())
        .contains("Serves by fixed-2")
        .containsPattern("2[0-9] % of 4 cores\\.");
    another.background(2);
    served.run(60);
    assertThat(another.explain())
        .contains("Serves by sequential: nothing is to gain there.")
        .containsPattern(
            "7[0-9] % of 4 cores; the rest of the process keeps 2\\.0 cores busy \\(included\\)\\.");
    another.background(0);
    served.run(60);
    assertThat(another.explain()).contains("Serves by fixed-2");
  }

  @Test
  void aHarmfulPlanEndsWithinTheStatedSlices() {
    service.areAllEqual = true;
    service.ratio = isBaseline -> isBaseline ? 1 : 1.5;
    service.run(60);
    // The first try has half of the error rate. Each pair has one slice of the plan.
    int pairs = HarmDetector.pairsToShowHarm(SETTING.guard().errorRate() / 2);
    assertThat(service.kinds()).contains("FellBack");
    assertThat(service.changesToPlan).isLessThanOrEqualTo(pairs);
    assertThat(service.policy()).isEqualTo(SETTING.baseline());
    assertThat(pilot.explain()).contains("fixed-2 has done harm at this load");
    assertThat(event(PilotEvent.FellBack.class).reason())
        .contains("1.50 of the safe policy's mean");
  }

  @Test
  void aHarmfulPlanEndsAmongRequestsOfAllLengthsToo() {
    service.ratio = isBaseline -> isBaseline ? 1 : 2;
    // Longer than a proof of harm takes, since comparing may cost only a share of all response
    // time.
    service.run(300);
    assertThat(service.kinds()).contains("FellBack");
    assertThat(pilot.regret().harmNanos()).isPositive();
    assertThat(pilot.regret().gainNanos()).isZero();
  }

  @Test
  void aPolicyThatDidHarmIsTriedAgainEachTimeLater() {
    service.areAllEqual = true;
    service.ratio = isBaseline -> isBaseline ? 1 : 1.5;
    service.run(600);
    List<Long> falls =
        pilot.events().stream()
            .filter(PilotEvent.FellBack.class::isInstance)
            .map(PilotEvent::nanos)
            .toList();
    assertThat(falls).hasSizeGreaterThanOrEqualTo(3);
    assertThat(falls.get(2) - falls.get(1)).isGreaterThan(falls.get(1) - falls.get(0));
    service.ratio = isBaseline -> isBaseline ? 1 : 0.5;
    service.run(600);
    assertThat(service.kinds()).contains("Cleared");
  }

  @Test
  void withThreeRequestsAMinuteItKeepsTheBaseline() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.5;
    service.run(40);
    assertThat(service.kinds()).contains("Planned");
    service.perSecond = 0.05;
    // A pair of slices that has begun is ended.
    service.run(400);
    int changes = service.changesToPlan;
    service.run(36_000);
    assertThat(service.changesToPlan).isEqualTo(changes);
    assertThat(service.isPlan(service.policy())).isFalse();
    assertThat(event(PilotEvent.StayedSafe.class).reason())
        .contains("requests a minute harm could not be noticed");
  }

  @Test
  void withThreeRequestsAMinuteFromTheStartItPlansLateAndKeepsTheBaseline() {
    service.perSecond = 0.05;
    service.run(36_000);
    assertThat(service.changesToPlan).isZero();
    assertThat(service.isPlan(service.policy())).isFalse();
    assertThat(service.kinds()).contains("Planned", "StayedSafe");
  }

  @Test
  void requestsThatAreAllEqualDoNoHarm() {
    service.areAllEqual = true;
    service.run(120);
    assertThat(service.kinds()).contains("Cleared").doesNotContain("FellBack");
  }

  @Test
  void harmThatBeginsWhenOthersTakeTheCoresIsFound() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.7;
    service.run(200);
    assertThat(service.kinds()).contains("Cleared");
    // Threads that share a core with others wait for the slowest of them.
    service.ratio = isBaseline -> isBaseline ? 1.3 : 2.4;
    service.run(600);
    assertThat(service.kinds()).containsAnyOf("FellBack", "Drifted");
    assertThat(event(PilotEvent.FellBack.class).policy()).isEqualTo("fixed-2");
  }

  @Test
  void aClockStepBackIsReportedAndHasNoOtherEffect() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(40);
    service.clockShiftNanos = -3_600_000_000_000L;
    service.run(100);
    assertThat(service.kinds()).containsOnlyOnce("ClockJumped").contains("Cleared");
    assertThat(event(PilotEvent.ClockJumped.class).byNanos())
        .isCloseTo(-3_600_000_000_000L, within(1_000_000_000L));
  }

  @Test
  void aClockJumpForwardIsReportedAndShowsNoHarm() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(40);
    service.clockShiftNanos = 3_600_000_000_000L;
    service.run(200);
    assertThat(service.kinds()).contains("ClockJumped", "Cleared").doesNotContain("FellBack");
  }

  @Test
  void afterADriftItLearnsAndPlansAgain() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(60);
    assertThat(service.kinds()).doesNotContain("Drifted");
    service.demandMs = 40;
    service.run(120);
    assertThat(service.kinds()).contains("Drifted");
    List<String> after =
        service.kinds().subList(service.kinds().indexOf("Drifted"), service.kinds().size());
    assertThat(after).contains("Learned", "PlanBegun", "Planned");
    assertThat(pilot.knowledge().profile().orElseThrow().meanMs(1)).isCloseTo(40, within(10.0));
  }

  @Test
  void whereAllRequestsTakeLongerAlikeThePlanServesOnUntilThereIsAnother() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(200);
    service.planDelayNanos = Long.MAX_VALUE / 4;
    service.demandMs = 20;
    service.run(100);
    assertThat(event(PilotEvent.Drifted.class).reason()).contains("all alike");
    List<String> after =
        service.kinds().subList(service.kinds().indexOf("Drifted"), service.kinds().size());
    assertThat(after).doesNotContain("Planned", "Switched");
    assertThat(service.policy()).isEqualTo(TWO.policy());
    // From few requests: over seeds the standard deviation is 4.
    assertThat(pilot.knowledge().profile().orElseThrow().meanMs(1)).isCloseTo(20, within(10.0));
  }

  @Test
  void withoutLearnedSpeedupsItKeepsTheBaselineAndReportsWhy() {
    service.hasChunks = false;
    service.run(60);
    assertThat(service.changesToPlan).isZero();
    assertThat(service.kinds()).containsExactly("StayedSafe");
    assertThat(pilot.events().getFirst().reason()).contains("no speedup could be learned");
  }

  @Test
  void aRestartBeginsWhereItWas() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(120);
    PilotKnowledge knowledge = pilot.knowledge();
    var again = new Pilot(SETTING, knowledge);
    var restarted = new StreamedService(again, SETTING, MAP, 2);
    restarted.ratio = service.ratio;
    restarted.run(20);
    assertThat(restarted.changesToPlan).isPositive();
    assertThat(again.events().getFirst()).isInstanceOf(PilotEvent.Switched.class);
    assertThat(again.knowledge().map()).isEqualTo(knowledge.map());
  }

  @Test
  void aProfileThatIsGivenIsPlannedWithAtOnce() {
    service.run(30);
    var given = new PilotKnowledge(pilot.knowledge().profile(), Optional.empty(), List.of());
    var again = new Pilot(SETTING, given);
    var restarted = new StreamedService(again, SETTING, MAP, 2);
    restarted.run(10);
    assertThat(restarted.kinds()).startsWith("PlanBegun", "Planned");
  }

  @Test
  void asksAgainForAPlanThatFailed() {
    service.planDelayNanos = Long.MAX_VALUE / 4;
    service.run(20);
    assertThat(pilot.planDue()).isPresent();
    pilot.planFailed("no memory", service.nowNanos());
    assertThat(pilot.planDue()).isEmpty();
    service.run(50);
    assertThat(pilot.planDue()).isEmpty();
    service.run(20);
    assertThat(pilot.planDue()).isPresent();
    assertThat(event(PilotEvent.PlanFailed.class).reason()).isEqualTo("no memory");
  }

  @Test
  void anOutdatedPlanIsNotUsed() {
    service.planDelayNanos = Long.MAX_VALUE / 4;
    service.run(20);
    assertThat(pilot.planDue()).isPresent();
    // Without a plan there is no detection, so the second plan is the late one.
    pilot.planned(MAP, service.nowNanos());
    while (pilot.planDue().isEmpty()) {
      service.run(1);
    }
    service.demandMs = 40;
    while (!service.kinds().contains("Drifted")) {
      service.run(1);
    }
    assertThat(pilot.planDue()).isEmpty();
    pilot.planned(MAP, service.nowNanos());
    assertThat(service.kinds().getLast()).isNotEqualTo("Planned");
    service.run(60);
    JudgeSetting next = pilot.planDue().orElseThrow();
    assertThat(next.profile().meanMs(1)).isCloseTo(40, within(10.0));
    // The old plan serves meanwhile, so no quick plan is needed.
    assertThat(next.effort()).isEqualTo(JudgeSetting.Effort.FIRST);
  }

  @Test
  void aPlanWithAGrowingBacklogEndsAtOnce() {
    PilotSetting setting = SETTING.aimingAt(Goal.minimise(99).atMostThreads(4));
    var other = new Pilot(setting);
    var piling = new StreamedService(other, setting, MAP, 1);
    piling.ratio = isBaseline -> isBaseline ? 1 : 500;
    piling.run(100);
    // It costs so much that it has too few tries for a proof.
    assertThat(other.events())
        .anyMatch(event ->
            event instanceof PilotEvent.StayedSafe
                && event.reason().startsWith("comparing fixed-2 has made requests longer"));
    assertThat(piling.policy()).isEqualTo(setting.baseline());
    // 12 requests more than under the safe policy are present 0.2 s after the start of a slice.
    assertThat(piling.longestPlanS).isLessThan(0.5);
    assertThat(piling.changesToPlan)
        .isLessThanOrEqualTo(HarmDetector.pairsToShowHarm(SETTING.guard().errorRate() / 2));
  }

  @Test
  void theSameCallsGiveTheSameDecisions() {
    var other = new Pilot(SETTING);
    var same = new StreamedService(other, SETTING, MAP, 1);
    service.run(100);
    same.run(100);
    assertThat(other.events()).isEqualTo(pilot.events());
    assertThat(other.explain()).isEqualTo(pilot.explain());
  }

  private <E extends PilotEvent> E event(Class<E> kind) {
    return pilot.events().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow();
  }
}
