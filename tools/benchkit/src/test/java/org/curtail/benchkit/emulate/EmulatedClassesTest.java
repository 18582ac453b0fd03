package org.curtail.benchkit.emulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.benchkit.files.PublishedMachines;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.ThreadSpeedSchedule;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Emulated cores of several classes: properties that hold on any machine, however slow. */
@Timeout(300)
class EmulatedClassesTest {
  private static final Profile PROFILE = Profile.of("test", new double[][] {{4}, {12}, {40}});

  /** Requests with a speedup of 1.8 on two threads, and 2.4 on three. */
  private static final Profile PARALLEL =
      Profile.of(
          "parallel",
          new double[][] {
            {4, 4 / 1.8, 4 / 2.4}, {12, 12 / 1.8, 12 / 2.4}, {40, 40 / 1.8, 40 / 2.4}
          });

  private static final EmulatedClasses CLASSES =
      new EmulatedClasses(
          SpeedMachine.ofCores(
              new SpeedClass("little", 2, 0.4, 1, 0.1), new SpeedClass("big", 1, 1, 4, 0.2)),
          true,
          "a table");

  @Test
  void classesAreReadAsTheyAreWritten() {
    EmulatedClasses classes = EmulatedClasses.of(List.of("4xbig", "2xlittle@0.4"));
    assertThat(classes.machine().classes())
        .containsExactly(new SpeedClass("little", 2, 0.4, 1, 0), new SpeedClass("big", 4, 1, 1, 0));
    assertThat(classes.text()).isEqualTo("4xbig,2xlittle@0.4");
    assertThat(classes.option()).isEqualTo("--core-classes");
    assertThat(classes.capacity(Profile.of("one", new double[][] {{100}})))
        .isCloseTo(48, within(1e-9));
  }

  @Test
  void whatIsNoClassIsRefusedInClearWords() {
    for (String wrong : List.of("", "big", "4", "xbig", "4xbig@", "-1xbig", "4xbig@fast")) {
      assertThatThrownBy(() -> EmulatedClasses.of(List.of(wrong)))
          .hasMessage(
              "expected cores, name and speed, such as 4xlittle@0.4, found '" + wrong + "'");
    }
    assertThatThrownBy(() -> EmulatedClasses.of(List.of("4xbig@1.2.3")))
        .hasMessage("expected a speed, found '1.2.3' in '4xbig@1.2.3'");
    assertThatThrownBy(() -> EmulatedClasses.of(List.of("4xbig@0")))
        .hasMessageContaining("speed must lie between");
    assertThatThrownBy(() -> EmulatedClasses.of(List.of("4xbig", "2xlittle")))
        .hasMessageContaining("the same speed");
    assertThatThrownBy(() -> new EmulatedClasses(PublishedMachines.named("server"), true, "server"))
        .hasMessage("expected classes of cores, found cores whose clocks have steps: server");
  }

  private static final ClassPolicies POLICIES = ClassPolicies.of(CLASSES.machine(), PROFILE);

  @Test
  void policiesAreNamedAsInTheSimulation() {
    assertThat(POLICIES.named("slow-to-fast-20.5").speeds())
        .contains(new SlowToFast(List.of(20_500_000L), SpeedPolicy.WhenFull.TAKES_ANY));
    assertThat(POLICIES.named("all-fast").speeds().orElseThrow().name()).isEqualTo("all-fast");
    assertThatThrownBy(() -> POLICIES.named("slow-to-fast-20/30"))
        .hasMessageContaining("1 at most");
    assertThatThrownBy(() -> POLICIES.named("slow-to-fast-soon"))
        .hasMessageContaining("slow-to-fast-soon");
    assertThatThrownBy(() -> POLICIES.named("sequential"))
        .hasMessageContaining("expected all-fast, all-slow, tail-first, slow-to-fast-T");
  }

  @Test
  @Tag("long")
  void everyPolicyServesTheSameRequestsInTheEngineAndInTheSimulation() throws Exception {
    List<String> names = List.of("all-fast", "all-slow", "tail-first", "slow-to-fast-10");
    var unseen = new PrintStream(new ByteArrayOutputStream());
    Results results =
        new Emulation(setting(names), new Console(unseen, unseen, false))
            .run("./curtail bench", Map.of());
    assertThat(results.emulated()).extracting(Emulated::policy).containsExactlyElementsOf(names);
    for (Emulated emulated : results.emulated()) {
      // No request is faster than alone on the fastest core, and neither is the mean.
      assertThat(emulated.meanMs()).isGreaterThanOrEqualTo(4 - 1e-3);
      assertThat(emulated.simulatedMeanMs()).isGreaterThanOrEqualTo(4 - 1e-3);
    }
    for (Run run : results.runs()) {
      EnergyFigures energy = requireNonNull(run.energy());
      assertThat(energy.classes()).extracting(ClassFigures::name).containsExactly("little", "big");
      double joules =
          energy.classes().stream()
              .mapToDouble(
                  one -> requireNonNull(one.busyJoules()) + requireNonNull(one.idleJoules()))
              .sum();
      assertThat(requireNonNull(energy.joulesPerRequest())).isCloseTo(joules, within(1e-9));
      assertThat(energy.joulesOfAllFast() == null).isEqualTo(run.policy().equals("all-fast"));
      // The speed of emulated cores is not measured.
      assertThat(energy.classes()).allMatch(one -> one.heldSpeed() == null);
    }
    EnergyFigures slow = requireNonNull(results.runs().get(1).energy());
    assertThat(slow.classes().getLast().busyMs()).isZero();
    assertThat(slow.classes().getLast().simulatedBusyMs()).isZero();
    assertThat(slow.moves()).isZero();
    assertThat(results.settings()).containsEntry("classes of cores", "a table");
  }

  @Test
  void policiesThatArePlannedByTheProfileAreMadeOfIt() {
    EmulatedPolicy held = POLICIES.named("slow-to-fast-p95-60");
    assertThat(held.tail().orElseThrow().controller().targetMs()).isEqualTo(60);
    assertThat(held.tail().orElseThrow().controller().percentile()).isEqualTo(95);
    assertThat(held.tail().orElseThrow().leastRequests()).isEqualTo(2_000);
    assertThat(held.givesThreads()).isFalse();
    ClassPolicies parallel = ClassPolicies.of(CLASSES.machine(), PARALLEL);
    EmulatedPolicy both = parallel.named("threads-and-speeds-20");
    assertThat(both.givesThreads()).isTrue();
    assertThat(both.policy()).isInstanceOf(ThreadSpeedSchedule.class);
    assertThat(both.tail()).isEmpty();
  }

  @Test
  void whatCannotBePlannedIsRefusedInClearWords() {
    assertThatThrownBy(() -> POLICIES.named("slow-to-fast-p99-30"))
        .hasMessage(
            "'slow-to-fast-p99-30' cannot be met: a request alone takes at least 40.00 ms at the fastest");
    assertThatThrownBy(() -> POLICIES.named("slow-to-fast-p100-60"))
        .hasMessageContaining("more than 0 and less than 100");
    assertThatThrownBy(() -> POLICIES.named("slow-to-fast-p99"))
        .hasMessageContaining("such as slow-to-fast-p99-50");
    assertThatThrownBy(() -> POLICIES.named("threads-and-speeds-soon"))
        .hasMessage("expected a positive number, found 'soon' in 'threads-and-speeds-soon'");
    assertThatThrownBy(
            () -> ClassPolicies.withoutProfile(CLASSES.machine()).named("threads-and-speeds-60"))
        .hasMessageContaining("only with --emulate-cores and a profile");
    assertThatThrownBy(() -> setting(List.of("slow-to-fast-p95-60")))
        .hasMessage(
            "slow-to-fast-p95-60 learns in windows, of which a block needs some: expected --requests of at least 2,000, found 20");
  }

  @Test
  void requestsWithSeveralThreadsAreServedInTheEngineAndInTheSimulation() throws Exception {
    var unseen = new PrintStream(new ByteArrayOutputStream());
    ClassPolicies known = ClassPolicies.of(CLASSES.machine(), PARALLEL);
    Results results =
        new Emulation(
                setting(PARALLEL, List.of(known.named("threads-and-speeds-20"))),
                new Console(unseen, unseen, false))
            .run("./curtail bench", Map.of());
    Run run = results.runs().getFirst();
    assertThat(run.meanThreads()).isPositive();
    EnergyFigures energy = requireNonNull(run.energy());
    assertThat(energy.classes()).allMatch(one -> one.busyMs() > 0 && one.simulatedBusyMs() > 0);
    assertThat(requireNonNull(energy.joulesPerRequest())).isPositive();
  }

  private static EmulationSetting setting(List<String> names) {
    return setting(PROFILE, names.stream().map(name -> POLICIES.named(name)).toList());
  }

  private static EmulationSetting setting(Profile profile, List<EmulatedPolicy> policies) {
    return new EmulationSetting(
        profile,
        Optional.empty(),
        policies,
        List.of(Rate.ofPerSecond(40, profile, 3)),
        Optional.empty(),
        20,
        1,
        3,
        Optional.of(CLASSES),
        1,
        1,
        new PredictionError(0.3),
        Optional.empty(),
        1);
  }

  @Test
  void policiesAndClassesGoTogether() {
    assertThatThrownBy(() ->
            new EmulationSetting(
                PROFILE,
                Optional.empty(),
                List.of(POLICIES.named("all-slow")),
                List.of(Rate.ofPerSecond(40, PROFILE, 3)),
                Optional.empty(),
                20,
                1,
                4,
                Optional.of(CLASSES),
                1,
                1,
                new PredictionError(0.3),
                Optional.empty(),
                1))
        .hasMessage("the classes a table have 3 cores together, expected 4");
  }

  @Test
  void aScaledPolicyDecidesTheSameInItsOwnTime() {
    // With a scale of half, the run lasts half as long and has the same results.
    Profile twice = Profile.of("twice", new double[][] {{8}, {24}, {80}});
    SlowToFast policy = SlowToFast.of(10_000_000L);
    double[] arrivalsMs = {1, 3, 4, 9, 17, 18};
    double[] later = {2, 6, 8, 18, 34, 36};
    int[] requests = {0, 2, 1, 2, 0, 2};
    var own =
        new EnergySimulation(PROFILE, CLASSES.machine())
            .run(policy, Trace.of(arrivalsMs, requests));
    var scaled =
        new EnergySimulation(twice, CLASSES.machine())
            .run(new ScaledSpeeds(policy, 2), Trace.of(later, requests));
    for (int i = 0; i < requests.length; i++) {
      assertThat(scaled.latencyNanos(i)).isCloseTo(2 * own.latencyNanos(i), within(4L));
    }
    assertThat(scaled.account().moves()).isEqualTo(own.account().moves()).isPositive();
    assertThatThrownBy(() -> new ScaledSpeeds(policy, 0)).hasMessageContaining("scale");
  }
}
