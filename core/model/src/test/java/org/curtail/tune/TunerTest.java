package org.curtail.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.tune.PolicyParameters.Choices;
import org.curtail.tune.Tuner.Tuned;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TunerTest {
  private static final int CORES = 4;

  private final Profile profile = SyntheticProfiles.luceneLike(300, 4);
  private final Training training = training(profile, 11);

  private static Training training(Profile profile, double perSecond) {
    Simulation service =
        new Simulation(profile, Machine.ofCores(CORES)).predictedBy(Predictor.noisy(0.3, 5));
    return Training.drawn(service, new PoissonArrivals(perSecond), 300, 2, 1, 95);
  }

  private Policy policy(String name) {
    return policy(name, profile);
  }

  private static Policy policy(String name, Profile profile) {
    return Policies.named(name, new Policies.Ingredients(Optional.of(profile), Optional.empty()));
  }

  static List<String> names() {
    return Tuner.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void theResultIsAPolicyWithTheStatedTail(String name) {
    Tuned tuned = Tuner.tune(name, training, this::policy);
    assertThat(tuned.name()).startsWith(name + "-");
    assertThat(training.tailMs(policy(tuned.name()))).isEqualTo(tuned.tailMs());
    assertThat(Tuner.tune(name, training, this::policy)).isEqualTo(tuned);
    assertThat(Tuner.needs(name)).isEqualTo(Policies.needs(tuned.name()));
  }

  /** Seven demands: the search may try all of them, and so does this test. */
  @Test
  @Tag("long")
  void fewThresholdsAreTriedAll() {
    Profile few = profile.select(20, 60, 100, 140, 180, 220, 290);
    Training onFew = training(few, 10);
    double leastMs = Double.POSITIVE_INFINITY;
    for (int thresholdMs = 1; thresholdMs <= 1500; thresholdMs++) {
      leastMs = Math.min(leastMs, onFew.tailMs(policy("predictive-" + thresholdMs, few)));
    }
    Training certain =
        new Training(onFew.service().predictedBy(Predictor.CLAIRVOYANT), onFew.traces(), 95);
    double leastCertainMs = Double.POSITIVE_INFINITY;
    for (int thresholdMs = 1; thresholdMs <= 1500; thresholdMs++) {
      leastCertainMs =
          Math.min(leastCertainMs, certain.tailMs(policy("clairvoyant-" + thresholdMs, few)));
    }
    assertThat(Tuner.tune("clairvoyant", certain, name -> policy(name, few)).tailMs())
        .isEqualTo(leastCertainMs);
    assertThat(Tuner.tune("predictive", onFew, name -> policy(name, few)).tailMs())
        .isGreaterThanOrEqualTo(leastMs);
  }

  @Test
  void aTableOfTargetsIsNeverWorseThanOneTargetForAllLoadsThatWasTried() {
    Tuned table = Tuner.tune("tpc", training, this::policy);
    Choices targetsMs = PolicyParameters.of("tpc", profile, CORES, 95).choices().getFirst();
    int step = Math.ceilDiv(targetsMs.size(), 12);
    for (int place = 0; place < targetsMs.size(); place += step) {
      assertThat(table.tailMs())
          .isLessThanOrEqualTo(training.tailMs(policy("tpc-" + targetsMs.ascending().get(place))));
    }
  }

  /** Threads without speedup only use cores, so the best is that no request gets more. */
  @ParameterizedTest
  @ValueSource(strings = {"clairvoyant", "predictive", "interval", "dds"})
  void aThresholdMayBeAboveAllRequests(String name) {
    Profile constant = Profile.of("constant", new double[][] {{100, 100}});
    Simulation service =
        new Simulation(constant, Machine.ofCores(2)).predictedBy(Predictor.CLAIRVOYANT);
    // Load 0.6: two cores carry 20 requests per second.
    Training training = Training.drawn(service, new PoissonArrivals(12), 1000, 2, 1, 99);
    double everybodyLongMs = training.tailMs(policy("clairvoyant-100", constant));
    double nobodyLongMs = training.tailMs(policy("sequential"));
    assertThat(everybodyLongMs).isGreaterThan(nobodyLongMs);
    assertThat(Tuner.tune(name, training, numbered -> policy(numbered, constant)).tailMs())
        .isLessThanOrEqualTo(nobodyLongMs);
  }

  @Test
  void boostingStaysBehindTheNumbers() {
    assertThat(Tuner.isTunable("interval+boosting")).isTrue();
    assertThat(Tuner.tune("interval+boosting", training, this::policy).name())
        .matches("interval-[0-9]+\\+boosting");
  }

  @Test
  void sharingStaysBehindTheNumbersToo() {
    assertThat(Tuner.isTunable("interval+boosting+sharing")).isFalse();
    assertThat(Tuner.tune("interval+sharing+boosting", training, this::policy).name())
        .matches("interval-[0-9]+\\+sharing\\+boosting");
  }

  @Test
  void trainingTracesDifferFromTheTraceOfTheSeed() {
    var arrivals = new PoissonArrivals(11);
    Trace measured = Traces.draw(arrivals, profile, 300, 1);
    assertThat(training.traces()).hasSize(2).doesNotHaveDuplicates().doesNotContain(measured);
    assertThat(Training.drawn(training.service(), arrivals, 300, 2, 1, 95)).isEqualTo(training);
  }

  @Test
  void theTailIsTheMeanOverTheTraces() {
    Policy sequential = policy("sequential");
    double sumMs = 0;
    for (Trace trace : training.traces()) {
      sumMs += training.service().run(sequential, trace).percentileMs(95);
    }
    assertThat(training.tailMs(sequential)).isEqualTo(sumMs / 2);
  }

  @Test
  void predictionsExistBeforeTuning() {
    assertThat(Tuner.needs("clairvoyant")).contains(Need.DEMAND);
    assertThat(Tuner.needs("dds")).contains(Need.PREDICTIONS);
  }

  @Test
  void namesThatCannotBeTunedAreRejected() {
    assertThat(Tuner.isTunable("sequential")).isFalse();
    assertThat(Tuner.isTunable("clairvoyant-200")).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tuner.tune("fixed", training, this::policy))
        .withMessageContaining("'fixed'")
        .withMessageContaining("tail-control");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Training(training.service(), List.of(), 99))
        .withMessageContaining("trace");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Training(training.service(), training.traces(), 101))
        .withMessageContaining("101");
  }
}
