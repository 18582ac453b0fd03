package org.curtail.benchkit.policyruns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.Decisions.Period;
import org.curtail.runtime.Autopilot.Decision;
import org.curtail.runtime.Metrics;
import org.junit.jupiter.api.Test;

class ServedTimeTest {
  private static final long SECOND = 1_000_000_000L;

  private final ServedTime served = new ServedTime();

  private static Decision decision(double seconds, String kind, String serving) {
    return new Decision(Math.round(seconds * SECOND), kind, kind + " it", "because", serving);
  }

  private static Metrics.Decisions counts(long safe, OptionalLong beforePlan) {
    return new Metrics.Decisions(
        beforePlan.isPresent() ? 1 : 0,
        0,
        0,
        0,
        0,
        100,
        safe,
        beforePlan,
        0,
        0,
        0,
        0,
        0,
        List.of());
  }

  private Decisions decisions(Metrics.Decisions counts, Decision... history) {
    return served.decisions("automatic", null, 7, counts, List.of(history));
  }

  @Test
  void timeBetweenBlocksDoesNotCount() {
    served.add(100 * SECOND, 110 * SECOND, 0.3);
    served.add(150 * SECOND, 155 * SECOND, 0.7);
    Decisions decided =
        decisions(
            counts(40, OptionalLong.of(33)),
            decision(104, "Planned", Decision.SAFE),
            decision(104, "Switched", "tail-index"),
            decision(130, "Drifted", "tail-index"),
            decision(152, "Switched", "adaptive"));
    assertThat(decided.seconds()).isEqualTo(15);
    assertThat(decided.events())
        .extracting(Decisions.Event::atSeconds)
        .containsExactly(4.0, 4.0, 10.0, 12.0);
    assertThat(decided.periods())
        .containsExactly(
            new Period(0, 4, 0.3, Decision.SAFE),
            new Period(4, 10, 0.3, "tail-index"),
            new Period(10, 12, 0.7, "tail-index"),
            new Period(12, 15, 0.7, "adaptive"));
    assertThat(decided.requestsBeforePlan()).isEqualTo(33);
    assertThat(decided.seed()).isEqualTo(7);
  }

  @Test
  void aSwitchBetweenTwoBlocksCountsFromTheNextOneOn() {
    served.add(0, 2 * SECOND, 0.5);
    served.add(4 * SECOND, 6 * SECOND, 0.5);
    assertThat(
            decisions(counts(50, OptionalLong.of(1)), decision(3, "Switched", "adaptive"))
                .periods())
        .containsExactly(new Period(0, 2, 0.5, Decision.SAFE), new Period(2, 4, 0.5, "adaptive"));
  }

  @Test
  void blocksOfTheSameLoadAndPolicyAreOnePeriod() {
    served.add(0, SECOND, 0.5);
    served.add(3 * SECOND, 4 * SECOND, 0.5);
    assertThat(decisions(counts(100, OptionalLong.empty())).periods())
        .containsExactly(new Period(0, 2, 0.5, Decision.SAFE));
  }

  @Test
  void theStateSaysHowFarItHasCome() {
    served.add(0, SECOND, 0.5);
    assertThat(decisions(counts(100, OptionalLong.empty())).state())
        .isEqualTo("still learning: served 100 % by the safe policy");
    assertThat(
            decisions(counts(100, OptionalLong.empty()), decision(0.5, "PlanBegun", Decision.SAFE))
                .state())
        .isEqualTo("still planning: served 100 % by the safe policy");
    assertThat(
            decisions(counts(34, OptionalLong.of(20)), decision(0.5, "Switched", "tail-index"))
                .state())
        .isEqualTo(
            "serves by tail-index at the end; 34 % of the requests were served by the safe policy");
  }

  @Test
  void whatABenchFreezesAndThawsIsNoDecision() {
    served.add(0, SECOND, 0.5);
    assertThat(
            decisions(counts(100, OptionalLong.empty()), decision(0, "Frozen", Decision.SAFE))
                .events())
        .isEmpty();
  }
}
