package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.PaperPolicies;
import org.junit.jupiter.api.Test;

/** Each policy of the field is better than the same one without its idea. */
class FieldPoliciesTest {
  private static final int CORES = 15;

  private final Profile profile = SyntheticProfiles.luceneLike(2000, 4);

  private Trace trace(double perSecond) {
    return Traces.draw(new PoissonArrivals(perSecond), profile, 6000, 1);
  }

  private SimulationResult run(Policy policy, Predictor predictor, double perSecond) {
    return new Simulation(profile, Machine.ofCores(CORES))
        .predictedBy(predictor)
        .run(policy, trace(perSecond));
  }

  private static double late(SimulationResult outcome, double targetMs) {
    double late = 0;
    for (int i = 0; i < outcome.requests(); i++) {
      late += outcome.latencyNanos(i) > targetMs * 1e6 ? 1 : 0;
    }
    return late / outcome.requests();
  }

  @Test
  void earliestDeadlineIsCloseToTheBound() {
    for (double perSecond : new double[] {30, 40}) {
      double boundMs = ClairvoyantBound.of(trace(perSecond), profile, CORES).percentileMs(99);
      var policy = PaperPolicies.named("edf-" + (int) (1.06 * boundMs), profile);
      assertThat(run(policy, Predictor.CLAIRVOYANT, perSecond).percentileMs(99))
          .isBetween(boundMs, 1.08 * boundMs);
    }
  }

  @Test
  void earliestDeadlineIsInTimeWhereverThatIsEasy() {
    var policy = PaperPolicies.named("edf-2000", profile);
    SimulationResult outcome = run(policy, Predictor.CLAIRVOYANT, 30);
    assertThat(late(outcome, 2000)).isZero();
  }

  @Test
  void tailControlLetsFewerBeLateThanParallelismForAll() {
    SimulationResult controlled =
        run(PaperPolicies.named("tail-control-400", profile), Predictor.NONE, 50);
    SimulationResult parallel =
        run(PaperPolicies.named("tail-control-9999", profile), Predictor.NONE, 50);
    assertThat(late(controlled, 400)).isLessThan(0.6 * late(parallel, 400));
  }

  @Test
  void correctionHelpsWherePredictionsErr() {
    Predictor bad = Predictor.noisy(1, 1);
    var both = PaperPolicies.named("tpc-250", profile);
    var prediction = PaperPolicies.targetDrivenByPredictionOnly(250, profile);
    assertThat(run(both, bad, 36).percentileMs(99))
        .isLessThan(0.7 * run(prediction, bad, 36).percentileMs(99));
  }

  @Test
  void lookingAtTheErrorFindsLongRequestsThatWerePredictedShort() {
    Predictor bad = Predictor.noisy(1, 1);
    assertThat(run(PaperPolicies.named("dds-10-300-100", profile), bad, 30).percentileMs(99))
        .isLessThan(
            0.8 * run(PaperPolicies.named("clairvoyant-300", profile), bad, 30).percentileMs(99));
  }
}
