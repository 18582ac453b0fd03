package org.curtail.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.benchkit.capacity.PoissonTraces;
import org.curtail.benchkit.capacity.Precision;
import org.curtail.benchkit.capacity.SimulatedTail;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.SimulationResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Automatic with a plan of one policy is compared with that policy, and with the baseline. */
class AutomaticTailTest {
  private static final int REQUESTS = 20_000;

  /** On two threads a request takes little more than half of its time. */
  private static final Profile PROFILE =
      Profile.of("test", new double[][] {{10, 5.5}, {20, 11}, {30, 16.5}, {40, 22}});

  private static final Contender AUTOMATIC = new Contender.Automatic(false, Optional.empty());
  private static final CapacitySetting SETTING =
      new CapacitySetting(
          List.of(AUTOMATIC),
          new PoissonTraces(PROFILE, REQUESTS, 1),
          Machine.ofCores(4),
          99,
          100,
          Precision.ONE_PERCENT);

  private static AutomaticTail choosing(String name, Policy policy) {
    return new AutomaticTail(
        SETTING, PolicyMap.always(new Candidate(name, policy, Optional.empty()), "a test"));
  }

  private static double tailOf(Policy policy, double perSecond) {
    return new SimulatedTail(seed -> SETTING.service(AUTOMATIC, seed), policy, SETTING.traces(), 99)
        .tailMs(perSecond, 0);
  }

  @Test
  void aPlanOfOnePolicyHasItsTailButForWhatComparingCosts() {
    double perSecond = 20;
    double automaticMs = choosing("fixed-2", new FixedDegree(2)).tailMs(perSecond, 0);
    double planMs = tailOf(new FixedDegree(2), perSecond);
    double safeMs = tailOf(new Sequential(), perSecond);
    assertThat(automaticMs).isBetween(0.97 * planMs, 0.8 * safeMs);
  }

  /** A policy compared under the name of its form counts as shown, too. */
  @Test
  void ofAPlanOfTailIndexComparingCostsAsLittle() {
    Policy policy =
        Policies.named("tail-index", new Ingredients(Optional.of(PROFILE), Optional.empty()));
    SimulationResult outcome = choosing("tail-index", policy).outcome(20, 0);
    assertThat(outcome.meanDegree()).isGreaterThan(1.85);
  }

  @Test
  void aPlanOfTheSafePolicyHasItsTail() {
    double perSecond = 100;
    assertThat(choosing("sequential", new Sequential()).tailMs(perSecond, 0))
        .isCloseTo(tailOf(new Sequential(), perSecond), within(1.0));
  }

  @Test
  void onlyTheRequestsOfTheTraceCount() {
    SimulationResult outcome = choosing("fixed-2", new FixedDegree(2)).outcome(60, 0);
    assertThat(outcome.requests()).isEqualTo(REQUESTS);
    assertThat(outcome.meanDegree()).isBetween(1.9, 2.0);
  }

  @Test
  void onAnIdleServerThereAreEnoughRequestsToCompare() {
    double idleMs = choosing("fixed-2", new FixedDegree(2)).tailMs(0.001, 0);
    assertThat(idleMs).isLessThan(40);
  }

  @Test
  @Tag("long")
  void aRateThatNobodyCarriesHasNoFiniteTail() {
    assertThat(choosing("sequential", new Sequential()).tailMs(2_000, 0))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }
}
