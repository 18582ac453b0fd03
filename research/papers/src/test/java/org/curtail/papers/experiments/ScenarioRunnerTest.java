package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ScenarioRunnerTest {
  private static final Profile PROFILE =
      Profile.of("test", new double[][] {{10, 6}, {20, 11}, {100, 52}, {15, 9}});

  private static final Machine MACHINE = Machine.ofCores(4);

  private static ScenarioRunner runner(long seed, int repeats, int requests) {
    var nobody = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new ScenarioRunner(seed, repeats, requests, new Console(nobody, nobody, false));
  }

  private static Scenario scenario(List<Double> rates) {
    return new Scenario(
        "test",
        "made up",
        PROFILE,
        MACHINE,
        List.of(
            new Contender.Fixed("sequential", new Sequential()),
            new Contender.Fixed("fixed-2", new FixedDegree(2))),
        rates);
  }

  @Test
  void everyRunIsThatOfItsSeedAlone() throws InterruptedException {
    Measurements measured =
        runner(7, 3, 500).measure(List.of(scenario(List.of(30.0, 60.0)))).getFirst();
    assertThat(measured.seeds()).containsExactly(7L, 8L, 9L);
    for (long seed = 7; seed <= 9; seed++) {
      for (double rps : List.of(30.0, 60.0)) {
        Trace trace = Traces.draw(new PoissonArrivals(rps), PROFILE, 500, seed);
        for (Contender.Fixed policy : measured.scenario().policies()) {
          SimulationResult alone = Simulation.run(policy.policy(), PROFILE, trace, MACHINE);
          Run run = measured.run(policy.name(), rps, seed).orElseThrow();
          assertThat(run.latency().p99Ms()).isEqualTo(alone.percentileMs(99));
          assertThat(run.latency().meanMs()).isCloseTo(alone.meanMs(), within(1e-9));
          assertThat(run.boundMs())
              .isEqualTo(ClairvoyantBound.of(trace, PROFILE, 4).percentileMs(99));
        }
      }
    }
  }

  @Test
  @Tag("long")
  void policiesThatPileUpRequestsHaveNoNumbersAndTheOthersDo() throws InterruptedException {
    // Four cores carry 110 requests/s, one thread each.
    Measurements measured =
        runner(1, 2, 20_000).measure(List.of(scenario(List.of(60.0, 1000.0)))).getFirst();
    assertThat(measured.isStable("sequential", 60)).isTrue();
    assertThat(measured.isStable("sequential", 1000)).isFalse();
    assertThat(measured.means())
        .extracting(Run::unstable)
        .containsExactly(null, null, Boolean.TRUE, Boolean.TRUE);
    assertThat(measured.unstable()).isEqualTo("sequential, fixed-2 at 1000 requests/s");
    assertThat(measured.curve("fixed-2", run -> run.latency().p99Ms()).points()).hasSize(1);
  }

  @Test
  void otherWorkComesBackInOrder() throws InterruptedException {
    assertThat(runner(1, 1, 200).all(List.of(() -> 3, () -> 1, () -> 2))).containsExactly(3, 1, 2);
  }

  @Test
  void terminalsShowTheProgressOfEachStepAndPipesShowNone() throws InterruptedException {
    assertThat(progress(true)).contains("reproduce, step 1: 0 of 1 tasks done");
    assertThat(progress(false)).isEmpty();
  }

  private static String progress(boolean terminal) throws InterruptedException {
    var written = new ByteArrayOutputStream();
    var err = new PrintStream(written, true, StandardCharsets.UTF_8);
    Callable<Integer> task =
        () -> {
          Thread.sleep(200);
          return 1;
        };
    new ScenarioRunner(1, 1, 200, new Console(err, err, terminal)).all(List.of(task));
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void burstsChangeTheRateOfTheSameArrivals() {
    Trace bursts = LoadBursts.trace(PROFILE, 2000, 3, List.of(40.0, 20.0));
    Trace steady = Traces.draw(new PoissonArrivals(40), PROFILE, 2000, 3);
    for (int i = 1; i < 2000; i++) {
      double gapMs = steady.arrivalMs(i) - steady.arrivalMs(i - 1);
      assertThat(bursts.arrivalMs(i) - bursts.arrivalMs(i - 1))
          .isCloseTo(i / 500 % 2 == 0 ? gapMs : 2 * gapMs, within(1e-6));
      assertThat(bursts.request(i)).isEqualTo(steady.request(i));
    }
  }

  @Test
  void ofEachQuantumTheLastHundredRequestsCount() throws InterruptedException {
    Policy policy = new Sequential();
    LoadBursts bursts =
        LoadBursts.measure(
            runner(3, 1, 2000),
            PROFILE,
            MACHINE,
            List.of(new Contender.Fixed("sequential", policy)),
            List.of(90.0, 20.0));
    SimulationResult outcome =
        Simulation.run(
            policy, PROFILE, LoadBursts.trace(PROFILE, 2000, 3, List.of(90.0, 20.0)), MACHINE);
    // Of 200 requests in two rounds the 99th percentile is the third greatest, by nearest rank 198.
    double[] counted =
        IntStream.range(0, 2000)
            .filter(i -> i / 500 % 2 == 0 && i % 500 >= 400)
            .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
            .sorted()
            .toArray();
    assertThat(counted).hasSize(200);
    assertThat(bursts.curve("sequential").points().getFirst().y()).isEqualTo(counted[197]);
    assertThat(bursts.below("sequential", "nobody", 20)).isEqualTo(Answer.YES);
    assertThat(bursts.below("nobody", "sequential", 20)).isEqualTo(Answer.NO);
  }
}
