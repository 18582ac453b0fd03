package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Disciplines of one server with known means (Kleinrock: Queueing Systems, volume 2, chapter 4). A
 * mean over several traces may differ from its closed form by four standard errors, estimated from
 * the traces. {@code -Dlong} tests more loads.
 */
class DisciplineClosedFormTest {
  private static final double MEAN_MS = 200;
  private static final int TRACES = 8;
  private static final int REQUESTS = 10_000;
  private static final int STANDARD_ERRORS = 4;

  /** Share of a mean: least attained distinguishes service in steps, eight for each doubling. */
  private static final double STEPS = 0.02;

  private static final Profile EXPONENTIAL = profile(share -> -MEAN_MS * Math.log(1 - share));
  private static final Profile UNIFORM = profile(share -> 2 * MEAN_MS * share);
  private static final Profile PARETO = profile(share -> 50 / Math.pow(1 - share, 1 / 2.2));
  private static final Profile CONSTANT = Profile.of("", new double[][] {{MEAN_MS}});

  private static final Policy PROCESSOR_SHARING = named("processor-sharing");
  private static final Policy LEAST_ATTAINED = named("least-attained");

  /** Mean over independent traces. */
  private record Estimate(double mean, double standardError) {
    static Estimate of(double[] each) {
      double mean = Arrays.stream(each).average().orElseThrow();
      double squares = Arrays.stream(each).map(one -> (one - mean) * (one - mean)).sum();
      return new Estimate(mean, Math.sqrt(squares / (each.length - 1) / each.length));
    }

    /**
     * Asserts that the mean is that of the theory.
     *
     * @param allowance share of the mean, for the simulator's steps
     */
    void assertIs(double expected, double allowance, String what) {
      assertThat(standardError).as("precision of %s", what).isLessThan(0.03 * expected);
      assertThat(mean)
          .as("%s, traces of seeds 1 to %d", what, TRACES)
          .isCloseTo(expected, within(STANDARD_ERRORS * standardError + allowance * expected));
    }
  }

  private static Policy named(String name) {
    return Policies.named(name, Policies.Ingredients.NONE);
  }

  private static Profile profile(DoubleUnaryOperator quantileMs) {
    int requests = 20_000;
    double[][] timesMs = new double[requests][1];
    for (int r = 0; r < requests; r++) {
      timesMs[r][0] = quantileMs.applyAsDouble((r + 0.5) / requests);
    }
    return Profile.of("", timesMs);
  }

  private static Trace trace(Profile profile, double load, int requests, long seed) {
    return Traces.draw(
        new PoissonArrivals(load * 1000 / profile.meanMs(1)), profile, requests, seed);
  }

  private static SimulationResult run(Policy policy, Profile profile, Trace trace) {
    return Simulation.run(policy, profile, trace, Machine.ofCores(1))
        .afterWarmUp(trace.size() / 10);
  }

  private static double[] meansMs(Policy policy, Profile profile, double load, int requests) {
    return IntStream.rangeClosed(1, TRACES)
        .mapToDouble(seed -> run(policy, profile, trace(profile, load, requests, seed)).meanMs())
        .toArray();
  }

  private static Estimate meanMs(Policy policy, Profile profile, double load) {
    return Estimate.of(meansMs(policy, profile, load, REQUESTS));
  }

  private static Estimate ratioToSharing(Profile profile, double load, int requests) {
    return ratio(
        meansMs(LEAST_ATTAINED, profile, load, requests),
        meansMs(PROCESSOR_SHARING, profile, load, requests));
  }

  /** On the same traces, so that their chance cancels out. */
  private static Estimate ratio(double[] ones, double[] others) {
    return Estimate.of(IntStream.range(0, TRACES).mapToDouble(i -> ones[i] / others[i]).toArray());
  }

  private static double sharedMs(Profile profile, double load) {
    return profile.meanMs(1) / (1 - load);
  }

  /**
   * Returns the mean latency of foreground-background scheduling (Schrage 1967; Kleinrock, section
   * 4.6). For a request of x it is (rate E[min(S, x)^2] / 2) / (1 - rho)^2 + x / (1 - rho) with rho
   * = rate E[min(S, x)]. The expectations are exactly those of the profile.
   */
  private static double foregroundBackgroundMs(Profile profile, double load) {
    double[] ascendingMs = profile.ascendingMs(1);
    double perMs = load / profile.meanMs(1);
    double below = 0;
    double squaresBelow = 0;
    double sumMs = 0;
    for (int i = 0; i < ascendingMs.length; i++) {
      double ms = ascendingMs[i];
      int others = ascendingMs.length - i;
      double left = 1 - perMs * (below + others * ms) / ascendingMs.length;
      double square = (squaresBelow + others * ms * ms) / ascendingMs.length;
      sumMs += perMs * square / 2 / (left * left) + ms / left;
      below += ms;
      squaresBelow += ms * ms;
    }
    return sumMs / ascendingMs.length;
  }

  @Test
  void theFormulaOfForegroundBackgroundEqualsTheClosedForm() {
    // M/M/1: no discipline without knowledge of demands changes the mean.
    assertThat(foregroundBackgroundMs(EXPONENTIAL, 0.7))
        .isCloseTo(MEAN_MS / (1 - 0.7), withinPercentage(0.01));
    // Constant demand: all requests of a busy period end together, at its end.
    assertThat(foregroundBackgroundMs(CONSTANT, 0.7))
        .isCloseTo(MEAN_MS * (1 - 0.7 / 2) / ((1 - 0.7) * (1 - 0.7)), withinPercentage(0.01));
  }

  @Test
  void processorSharingTakesTheDemandDividedByTheIdleShare() {
    double load = 0.65;
    Profile profile =
        Profile.weighted("", new double[][] {{5}, {20}, {150}}, new double[] {6, 3, 1});
    double[][] meanMs = new double[profile.requests()][TRACES];
    for (int seed = 1; seed <= TRACES; seed++) {
      Trace trace = trace(profile, load, 4 * REQUESTS, seed);
      SimulationResult outcome =
          Simulation.run(PROCESSOR_SHARING, profile, trace, Machine.ofCores(1));
      for (int request = 0; request < profile.requests(); request++) {
        int of = request;
        meanMs[request][seed - 1] =
            IntStream.range(trace.size() / 10, trace.size())
                .filter(i -> trace.request(i) == of)
                .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
                .average()
                .orElseThrow();
      }
    }
    for (int request = 0; request < profile.requests(); request++) {
      double demandMs = profile.timeMs(request, 1);
      Estimate.of(meanMs[request]).assertIs(demandMs / (1 - load), 0, demandMs + " ms");
    }
  }

  @Test
  @Tag("long")
  void withExponentialDemandAllDisciplinesHaveTheMeanOfMM1() {
    double[] loads = {0.7, 0.5};
    for (double load : Arrays.copyOf(loads, Cases.count(1, loads.length))) {
      for (Policy policy :
          new Policy[] {
            new Sequential(),
            PROCESSOR_SHARING,
            named("sequential+sharing"),
            LEAST_ATTAINED,
            OneThreadEach.firstComeFirstServed()
          }) {
        meanMs(policy, EXPONENTIAL, load).assertIs(MEAN_MS / (1 - load), 0, policy + " at " + load);
      }
    }
  }

  @Test
  @Tag("long")
  void leastAttainedHasTheMeanOfForegroundBackground() {
    double load = 0.6;
    for (Profile profile : new Profile[] {EXPONENTIAL, UNIFORM, PARETO}) {
      double expectedMs = foregroundBackgroundMs(profile, load);
      double[] attained = meansMs(LEAST_ATTAINED, profile, load, REQUESTS);
      Estimate.of(attained).assertIs(expectedMs, STEPS, "the mean");
      Estimate ratio = ratio(attained, meansMs(PROCESSOR_SHARING, profile, load, REQUESTS));
      ratio.assertIs(expectedMs / sharedMs(profile, load), STEPS, "the ratio to sharing");
      if (profile.equals(UNIFORM)) {
        assertThat(ratio.mean()).as("where the hazard rate rises").isGreaterThan(1.1);
      }
    }
  }

  @Test
  @Tag("long")
  void whereTheHazardRateFallsLeastAttainedHasALowerMeanThanSharing() {
    double load = 0.8;
    Estimate ratio = ratioToSharing(PARETO, load, REQUESTS);
    ratio.assertIs(foregroundBackgroundMs(PARETO, load) / sharedMs(PARETO, load), STEPS, "ratio");
    assertThat(ratio.mean()).isLessThan(0.95);
  }

  @Test
  @Tag("long")
  void leastAttainedHasTheMeanOfForegroundBackgroundOverManyMoreRequests() {
    for (Profile profile : new Profile[] {EXPONENTIAL, UNIFORM, PARETO}) {
      for (double load : new double[] {0.3, 0.5, 0.7, 0.85}) {
        double expected = foregroundBackgroundMs(profile, load) / sharedMs(profile, load);
        ratioToSharing(profile, load, 10 * REQUESTS).assertIs(expected, STEPS, "at " + load);
      }
    }
  }

  @Test
  @Tag("long")
  void withConstantDemandTheQueueIsBestAndLeastAttainedWorst() {
    double load = 0.6;
    meanMs(OneThreadEach.firstComeFirstServed(), CONSTANT, load)
        .assertIs(MEAN_MS * (1 + load / (2 * (1 - load))), 0, "M/D/1");
    meanMs(PROCESSOR_SHARING, CONSTANT, load).assertIs(sharedMs(CONSTANT, load), 0, "sharing");
    // If all requests end at one step, the first to arrive on it ends sooner than in the theory.
    double worstMs = foregroundBackgroundMs(CONSTANT, load);
    Estimate attained = meanMs(LEAST_ATTAINED, CONSTANT, load);
    assertThat(attained.mean()).isBetween(0.8 * worstMs, worstMs);
    assertThat(attained.mean()).isGreaterThan(1.5 * sharedMs(CONSTANT, load));
  }
}
