package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.curtail.Profile;
import org.curtail.cli.diagnose.UnexplainedQueueing.Verdict;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.policy.OneThreadEach;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares queueing with the simulator, and with exact formulas. */
class UnexplainedQueueingTest {
  private static Profile exponential(SplittableRandom random) {
    double[][] times = new double[4_000][1];
    for (double[] time : times) {
      time[0] = -StrictMath.log1p(-random.nextDouble()) * 5;
    }
    return Profile.of("exponential", times);
  }

  private static Profile constant() {
    return Profile.of("constant", new double[][] {{5}});
  }

  private static RequestEvidence request(long id, double arrivalMs, long wait, long latency) {
    long arrival = Math.round(arrivalMs * 1e6);
    return RequestEvidence.ofServer(
        id, "", arrival, arrival + wait, arrival + latency, List.of(), List.of());
  }

  private static List<RequestEvidence> served(Profile profile, Trace trace, int servers) {
    SimulationResult result =
        Simulation.run(
            OneThreadEach.firstComeFirstServed(), profile, trace, Machine.ofCores(servers));
    var requests = new ArrayList<RequestEvidence>();
    for (int i = 0; i < result.requests(); i++) {
      requests.add(request(i, trace.arrivalMs(i), result.waitNanos(i), result.latencyNanos(i)));
    }
    return requests;
  }

  private static List<RequestEvidence> poisson(Profile profile, double load, int servers) {
    var arrivals = new PoissonArrivals(load * servers * 1000 / profile.meanMs(1));
    return served(profile, Traces.draw(arrivals, profile, 20_000, 3), servers);
  }

  @ParameterizedTest
  @CsvSource({"0.3, 1", "0.7, 1", "0.7, 4", "0.85, 8"})
  void aSimulatedQueueIsExplainedByItsLoad(double load, int servers) {
    for (Profile profile : List.of(exponential(new SplittableRandom(1)), constant())) {
      UnexplainedQueueing found = UnexplainedQueueing.of(poisson(profile, load, servers), servers);
      assertThat(found.verdict()).as("%s", found).isEqualTo(Verdict.EXPLAINED);
      assertThat(found.utilization()).isCloseTo(load, Percentage.withPercentage(3));
      // The ideal queue equals the simulated one, except for rounding to nanoseconds.
      assertThat(found.idealWaitNanos())
          .isCloseTo(found.meanWaitNanos(), Percentage.withPercentage(0.1));
      assertThat(found.expectedWaitNanos())
          .isCloseTo(found.meanWaitNanos(), Percentage.withPercentage(20));
      assertThat(found.seenByArrivals()).isCloseTo(found.inQueue(), Percentage.withPercentage(10));
    }
  }

  @Test
  void waitsThatTheLoadDoesNotExplainAreFound() {
    Profile profile = exponential(new SplittableRandom(2));
    var random = new SplittableRandom(3);
    List<RequestEvidence> late = new ArrayList<>();
    for (RequestEvidence request : poisson(profile, 0.5, 2)) {
      long by = random.nextInt(20) == 0 ? 60_000_000 : 0;
      late.add(
          RequestEvidence.ofServer(
              request.id(),
              "",
              request.receivedNanos(),
              request.startNanos() + by,
              request.endNanos() + by,
              List.of(),
              List.of()));
    }
    assertThat(UnexplainedQueueing.of(late, 2).verdict()).isEqualTo(Verdict.UNEXPLAINED);
  }

  @Test
  void burstsOfArrivalsAreToldApart() {
    Profile profile = exponential(new SplittableRandom(4));
    var random = new SplittableRandom(5);
    double[] arrivals = new double[20_000];
    int[] requests = new int[arrivals.length];
    double at = 0;
    for (int i = 0; i < arrivals.length; i++) {
      at += i % 20 == 0 ? -StrictMath.log1p(-random.nextDouble()) * 100 : 0.01;
      arrivals[i] = at;
      requests[i] = random.nextInt(4_000);
    }
    UnexplainedQueueing found =
        UnexplainedQueueing.of(served(profile, Trace.of(arrivals, requests), 2), 2);
    assertThat(found.verdict()).as("%s", found).isEqualTo(Verdict.BURSTS);
    assertThat(found.seenByArrivals()).isGreaterThan(1.5 * found.inQueue());
  }

  @Test
  void moreLoadThanTheServersCarryIsSaid() {
    Profile profile = constant();
    assertThat(UnexplainedQueueing.of(poisson(profile, 1.1, 2), 2).verdict())
        .isEqualTo(Verdict.OVERLOADED);
  }

  @Test
  void fewRequestsTellNothing() {
    assertThat(UnexplainedQueueing.of(List.of(request(1, 0, 0, 5)), 1).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThatThrownBy(() -> UnexplainedQueueing.of(List.of(), 0)).hasMessageContaining("servers");
  }

  /** The textbook's formula, with factorials. */
  private static double erlangC(int servers, double offered) {
    double sum = 0;
    double term = 1;
    for (int n = 0; n < servers; n++) {
      sum += term;
      term *= offered / (n + 1);
    }
    double waiting = term * servers / (servers - offered);
    return waiting / (sum + waiting);
  }

  @Test
  void erlangsFormulaIsThatOfTheTextbook() {
    Cases.random(
        1,
        500,
        random -> {
          int servers = random.nextInt(1, 30);
          double offered = servers * random.nextDouble(0.01, 0.99);
          assertThat(UnexplainedQueueing.waits(servers, offered))
              .isCloseTo(erlangC(servers, offered), Percentage.withPercentage(1e-8));
        });
  }

  @Test
  void theWaitAtOneServerIsThatOfPollaczekAndKhinchine() {
    Cases.random(
        1,
        500,
        random -> {
          double service = random.nextDouble(1, 100);
          double load = random.nextDouble(0.01, 0.99);
          double variation = random.nextDouble(0, 9);
          double secondMoment = service * service * (1 + variation);
          double exact = load / service * secondMoment / (2 * (1 - load));
          assertThat(UnexplainedQueueing.meanWaitNanos(1, load / service, service, variation))
              .isCloseTo(exact, Percentage.withPercentage(1e-8));
        });
    assertThat(UnexplainedQueueing.meanWaitNanos(2, 1, 2, 1)).isInfinite();
  }
}
