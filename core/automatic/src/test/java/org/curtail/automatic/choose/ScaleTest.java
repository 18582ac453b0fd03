package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {
  private static final int CORES = 4;
  private static final Profile PROFILE = SyntheticProfiles.luceneLike(1_000, 2);

  private static final IntervalTable TABLE =
      new IntervalTable(
          CORES,
          6,
          2,
          99,
          5,
          List.of(1, 2),
          List.of(
              new IntervalTable.Row(2, List.of(0.0, 0.0), 100, 50, 2),
              new IntervalTable.Row(4, List.of(0.0, 40.0), 100, 50, 2)),
          6);

  /**
   * If all requests take twice as long and come half as often, each takes twice as long under any
   * policy.
   */
  @ParameterizedTest
  @ValueSource(strings = {"tail-index", "fixed-2", "few-to-many", "sequential"})
  void aPlanInAnotherUnitServesScaledRequestsAlike(String name) {
    Trace trace =
        Traces.draw(new PoissonArrivals(0.6 * CORES / PROFILE.meanMs(1) * 1e3), PROFILE, 2_000, 1);
    var before =
        PolicyMap.always(
            Candidate.named(name, PROFILE, Optional.of(TABLE), OptionalInt.empty()), "a test");
    var scale = new Scale(2);
    Profile scaled = scale.profile(PROFILE);
    PolicyMap after = scale.map(before, scaled, Goal.byDefault());

    SimulationResult first = run(before, PROFILE, trace);
    SimulationResult second = run(after, scaled, trace.fasterBy(0.5));

    assertThat(after.entries().getFirst().candidate().name()).isEqualTo(name);
    assertThat(second.meanMs() / first.meanMs()).isCloseTo(2, within(1e-3));
    assertThat(second.percentileMs(99) / first.percentileMs(99)).isCloseTo(2, within(1e-3));
  }

  @Test
  void aMapKeepsItsBordersAndReasons() {
    var map =
        new PolicyMap(
            List.of(
                new PolicyMap.Entry(0, candidate("fixed-2"), "low"),
                new PolicyMap.Entry(0.5, candidate("sequential"), "high")),
            0.02);
    PolicyMap scaled = new Scale(3).map(map, new Scale(3).profile(PROFILE), Goal.byDefault());
    assertThat(scaled).isEqualTo(map);
  }

  private static Candidate candidate(String name) {
    return Candidate.named(name, PROFILE, Optional.empty(), OptionalInt.empty());
  }

  private static SimulationResult run(PolicyMap map, Profile profile, Trace trace) {
    return Simulation.run(
        map.entries().getFirst().candidate().policy(), profile, trace, Machine.ofCores(CORES));
  }
}
