package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short emulation: properties that hold on any machine, however slow. */
@Timeout(300)
class EmulationTest {
  private static final Profile PROFILE =
      Profile.of("test", new double[][] {{8, 5}, {12, 7}, {40, 22}});
  private static final int CORES = 6;

  private static Results results;

  @TempDir Path folder;

  /** Once for all tests, since it takes seconds. */
  @BeforeAll
  static void emulate() throws InterruptedException {
    var unseen = new PrintStream(new ByteArrayOutputStream());
    results =
        new Emulation(setting(policies(), 20), new Console(unseen, unseen, false))
            .run("./curtail bench", Map.of());
  }

  @Test
  void everyPolicyServesTheSameRequestsInTheEngineAndInTheSimulator() {

    assertThat(results.cores()).isEqualTo(CORES);
    assertThat(results.runs()).hasSize(6);
    assertThat(results.emulated()).hasSize(6);
    for (int i = 0; i < 6; i++) {
      Run run = results.runs().get(i);
      Emulated emulated = results.emulated().get(i);
      assertThat(emulated.policy()).isEqualTo(run.policy());
      assertThat(emulated.load()).isEqualTo(run.load());
      assertThat(emulated.rps()).isEqualTo(run.rps());
      assertThat(emulated.meanMs()).isCloseTo(run.latency().meanMs(), within(1e-9));
      assertThat(emulated.p99Ms()).isEqualTo(run.latency().p99Ms());
      assertThat(emulated.mean().value())
          .isCloseTo(emulated.meanMs() / emulated.simulatedMeanMs(), within(1e-9));
      assertThat(run.requests()).isEqualTo(2 * (20 - 2));
      assertThat(run.checks().failed()).isZero();
      // No request is faster than on its own cores, and the cores do not exceed their capacity.
      double least = run.policy().equals("fixed-2") ? 5 : 8;
      assertThat(run.percentiles().getFirst().ms()).isGreaterThanOrEqualTo(least - 1e-3);
      assertThat(run.utilisation()).isBetween(0.01, 1.0);
      assertThat(run.knowsDemand()).isEqualTo(run.policy().startsWith("clairvoyant"));
      assertThat(emulated.chunks()).isPositive();
      assertThat(emulated.chunkError()).isGreaterThan(-1e-3);
    }
    // The same requests in both runs at a rate; simulated ones do not depend on this machine.
    assertThat(results.emulated().get(0).simulatedMeanMs()).isBetween(8.0, 40.0);
  }

  @Test
  void resultsAreWrittenAndReadAsAllOthersAre() throws Exception {
    var text = new StringWriter();
    ResultsFile.write(results, text);
    Results read =
        ResultsFile.read(Files.writeString(folder.resolve("results.json"), text.toString()));
    assertThat(read.emulated()).isEqualTo(results.emulated());
    assertThat(read.runs()).isEqualTo(results.runs());
    assertThat(read.settings()).containsEntry("emulated cores", (long) CORES);
    assertThat(Emulated.lines(read))
        .hasSize(8)
        .anyMatch(line -> line.contains("fixed-2"))
        .last()
        .isEqualTo("- too few requests: p95 takes 200, p99 takes 1,000");
  }

  @Test
  void aSettingWithoutPoliciesRatesOrRequestsIsRefused() {
    assertThatThrownBy(() -> setting(List.of(), 20)).hasMessageContaining("policies");
    assertThatThrownBy(() -> setting(policies(), 19)).hasMessageContaining("19");
  }

  private static List<EmulatedPolicy> policies() {
    return List.of(
        new EmulatedPolicy("sequential", new Sequential()),
        new EmulatedPolicy("fixed-2", new FixedDegree(2)),
        // The demand is in this machine's time, the questions are in the profile's time.
        new EmulatedPolicy(
            "clairvoyant-20",
            Policies.named(
                "clairvoyant-20", new Ingredients(Optional.of(PROFILE), Optional.empty()))));
  }

  private static EmulationSetting setting(List<EmulatedPolicy> policies, int requests) {
    return new EmulationSetting(
        PROFILE,
        Optional.empty(),
        policies,
        List.of(Rate.ofPerSecond(150, PROFILE, CORES), Rate.ofPerSecond(200, PROFILE, CORES)),
        Optional.empty(),
        requests,
        2,
        CORES,
        Optional.empty(),
        1,
        0.5,
        new PredictionError(0.3),
        Optional.empty(),
        1);
  }
}
