package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.PredictionError;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Service with predictions of the time of its requests. */
class PilotPredictionsTest {
  private static final int CORES = 4;
  private static final int REQUESTS = 12_000;
  private static final double ERROR = 0.4;
  private static final Profile PROFILE = SyntheticProfiles.named("few-to-many-lucene");

  private final Pilot pilot = new Pilot(PilotSetting.of(CORES).upToDegree(PROFILE.maxDegree()));
  private final List<JudgeSetting> tasks = new ArrayList<>();

  private static Trace trace() {
    double perSecond = 0.5 * CORES / PROFILE.meanMs(1) * 1e3;
    return Traces.draw(new PoissonArrivals(perSecond), PROFILE, REQUESTS, 1);
  }

  private PolicyMap plan(JudgeSetting task, String whole) {
    tasks.add(task);
    String name = task.effort().isWhole() && task.predictions().isPresent() ? whole : "tail-index";
    return PolicyMap.always(
        Candidate.named(name, task.profile(), Optional.empty(), task.goal().threads()),
        "for the test");
  }

  private void run(Predictor predictor, String whole) {
    new Simulation(PROFILE, Machine.ofCores(CORES))
        .predictedBy(predictor)
        .steeredBy(new PilotSteering(pilot, task -> plan(task, whole), 0))
        .run(pilot.policy(), trace());
  }

  @Test
  void plansUseTheErrorOfThePredictions() {
    run(Predictor.noisy(ERROR, 3), "tail-index-predicted");
    JudgeSetting last = tasks.getLast();
    PredictionError error = last.predictions().orElseThrow();
    assertThat(error.logError()).isCloseTo(ERROR, within(0.1));
    assertThat(error.statedLogError()).isCloseTo(ERROR, within(0.1));
    assertThat(pilot.explain())
        .contains("Serves by tail-index-predicted", "Predictions are off by a factor of 1.");
  }

  @Test
  void aServiceWithoutPredictionsIsPlannedWithoutThem() {
    run(Predictor.NONE, "tail-index-predicted");
    assertThat(tasks).isNotEmpty().allMatch(task -> task.predictions().isEmpty());
    assertThat(pilot.explain()).doesNotContain("Predictions");
  }

  @Test
  void predictionsThatPutLongRequestsForShortOnesAreNotUsed() {
    long middle = Math.round(PROFILE.percentileMs(50, 1) * 1e6);
    run(
        (index, nanos) ->
            Prediction.certain(Math.max((long) ((double) middle / nanos * middle), 1)),
        "tail-index-predicted");
    assertThat(tasks).isNotEmpty().allMatch(task -> task.predictions().isEmpty());
    assertThat(pilot.explain()).contains("Predictions are hardly better than a constant");
  }

  @Test
  void whenPredictionsEndItServesOnAndPlansWithoutThem() {
    Predictor good = Predictor.noisy(ERROR, 3);
    run(
        (index, nanos) -> index < REQUESTS / 2 ? good.prediction(index, nanos) : Prediction.NONE,
        "tail-index-predicted");
    assertThat(tasks).anyMatch(task -> task.predictions().isPresent());
    assertThat(tasks.getLast().predictions()).isEmpty();
    assertThat(pilot.events())
        .filteredOn(PilotEvent.PlanBegun.class::isInstance)
        .last()
        .extracting(PilotEvent::reason)
        .isEqualTo("predictions are no longer informative");
    assertThat(pilot.explain()).contains("Serves by tail-index:");
  }

  @Test
  @Tag("long")
  void aPredictingCandidateTreatsMissingPredictionsAsUnsure() {
    var candidate =
        Candidate.named(
            "tail-index-predicted", PROFILE, Optional.empty(), Goal.byDefault().threads());
    assertThat(candidate.policy().traits().needsPrediction()).isFalse();
    assertThat(latencies(candidate, Predictor.NONE))
        .isEqualTo(latencies(candidate, (index, nanos) -> Prediction.UNSURE))
        .isNotEqualTo(latencies(candidate, Predictor.CLAIRVOYANT));
  }

  private static long[] latencies(Candidate candidate, Predictor predictor) {
    SimulationResult result =
        new Simulation(PROFILE, Machine.ofCores(CORES))
            .predictedBy(predictor)
            .run(candidate.policy(), trace());
    return IntStream.range(0, result.requests()).mapToLong(result::latencyNanos).toArray();
  }
}
