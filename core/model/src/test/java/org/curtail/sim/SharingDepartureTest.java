package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.curtail.Profile;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lateness of requests in a real service, relative to ideal processor sharing without parallelism.
 * The theorem of {@link SharingTheoremTest} says that it is 0 in the ideal case. Real are: slices
 * of 1 ms, costs, and speedups below 1. Prints the table of {@code
 * research/notes/sharing-theorem.md}.
 */
class SharingDepartureTest {
  private static final double QUANTUM_MS = 5;

  /** Recommended chunks, and ten times longer ones. */
  private static final Costs CHUNKS = new Costs(0, 50_000);

  private static final Costs LONG_CHUNKS = new Costs(0, 500_000);

  /** Costs of this engine: to wake a thread, to claim a chunk, to resume a request. */
  private static final Costs COSTS =
      new Costs(20_000, 50_000).withClaimNanos(30).withSwitchNanos(5_000);

  private record Service(String demand, Profile profile, int cores, double load, int requests) {
    Trace trace() {
      return Traces.draw(
          new PoissonArrivals(load * cores * 1000 / profile.meanMs(1)), profile, requests, 1);
    }

    SimulationResult shared() {
      return Simulation.run(new Sequential(), profile, trace(), Machine.ofCores(cores));
    }

    SimulationResult run(Costs costs) {
      var policy = new Sharing(TailIndex.queueing(profile).malleable());
      return Simulation.run(policy, profile, trace(), new Machine(cores, costs));
    }

    /** Greatest number of requests in the system. */
    int mostInSystem(SimulationResult outcome) {
      Trace trace = trace();
      double[] endsMs = new double[trace.size()];
      Arrays.setAll(endsMs, i -> trace.arrivalMs(i) + outcome.latencyNanos(i) / 1e6);
      Arrays.sort(endsMs);
      int most = 0;
      int ended = 0;
      for (int i = 0; i < endsMs.length; i++) {
        while (endsMs[ended] <= trace.arrivalMs(i)) {
          ended++;
        }
        most = Math.max(most, i + 1 - ended);
      }
      return most;
    }
  }

  /**
   * Milliseconds by which requests end later than under ideal sharing.
   *
   * @param laterMs lateness of late requests, ascending
   * @param requests number of all requests
   * @param byOnePercent share of all requests that take more than 1 % longer
   * @param meanRatio mean latency over that under ideal sharing
   * @param mostInSystem greatest number of requests in the system
   */
  @SuppressWarnings("ArrayRecordComponent") // Large, and private to this test.
  private record Departure(
      double[] laterMs, int requests, double byOnePercent, double meanRatio, int mostInSystem) {
    static Departure of(Service service, Costs costs) {
      SimulationResult shared = service.shared();
      SimulationResult outcome = service.run(costs);
      double[] laterMs = new double[outcome.requests()];
      int byOnePercent = 0;
      for (int i = 0; i < laterMs.length; i++) {
        double ms = (outcome.latencyNanos(i) - shared.latencyNanos(i)) / 1e6;
        laterMs[i] = ms;
        byOnePercent += ms > 0.01 * shared.latencyNanos(i) / 1e6 ? 1 : 0;
      }
      return new Departure(
          Arrays.stream(laterMs).filter(ms -> ms > 5e-6).sorted().toArray(),
          laterMs.length,
          (double) byOnePercent / laterMs.length,
          outcome.meanMs() / shared.meanMs(),
          service.mostInSystem(outcome));
    }

    double share() {
      return (double) laterMs.length / requests;
    }

    double greatestMs() {
      return laterMs.length == 0 ? 0 : laterMs[laterMs.length - 1];
    }

    double quantileMs(double share) {
      return laterMs.length == 0 ? 0 : laterMs[(int) (share * laterMs.length)];
    }

    String row(Service service, String machine) {
      return String.format(
          Locale.ROOT,
          "%-14s %5d %5.0f %%  %-24s %6.1f %% %9.1f %% %8.3f %8.3f %8.3f %9.3f",
          service.demand,
          service.cores,
          100 * service.load,
          machine,
          100 * share(),
          100 * byOnePercent,
          quantileMs(0.5),
          quantileMs(0.99),
          greatestMs(),
          meanRatio);
    }
  }

  private static List<Service> services(int cores, double load, int requests) {
    return List.of(
        new Service("light tail", SyntheticProfiles.luceneLike(2_000, 4), cores, load, requests),
        new Service("heavy tail", SyntheticProfiles.bingLike2012(2_000), cores, load, requests));
  }

  /** The same demand, but two threads slow short requests down and speed up the longest by half. */
  private static Service withPoorSpeedups(Service service) {
    int requests = service.profile.requests();
    var builder = new Profile.Builder();
    for (int r = 0; r < requests; r++) {
      double ms = service.profile.timeMs(r, 1);
      double share = (double) r / requests;
      builder.add(ms, ms / (0.6 + 0.9 * share));
    }
    return new Service(
        service.demand, builder.build(""), service.cores, service.load, service.requests);
  }

  @Test
  void slicesAndCostsMakeRequestsLaterByNoMoreThanAFewTurns() {
    check(services(2, 0.8, Cases.count(300, 1_000)));
  }

  @Test
  @Tag("long")
  void onAnyNumberOfCoresToo() {
    var services = new ArrayList<Service>();
    for (int cores : new int[] {2, 4, 15}) {
      for (double load : new double[] {0.5, 0.8}) {
        services.addAll(services(cores, load, 4_000));
      }
    }
    check(services);
  }

  private static void check(List<Service> services) {
    var table = new StringBuilder("\n");
    table.append(
        String.format(
            "%-14s %5s %7s  %-24s %8s %11s %8s %8s %8s %9s%n",
            "demand",
            "cores",
            "load",
            "with",
            "later",
            "by > 1 %",
            "p50 ms",
            "p99 ms",
            "most ms",
            "mean"));
    for (Service service : services) {
      Departure ideal = Departure.of(service, Costs.NONE);
      assertThat(ideal.laterMs).as("%s", service).isEmpty();
      table.append(ideal.row(service, "nothing")).append('\n');
      for (Costs costs : new Costs[] {CHUNKS, LONG_CHUNKS, COSTS}) {
        Departure departure = Departure.of(service, costs);
        String with =
            costs.equals(COSTS)
                ? "slices and costs"
                : "slices, chunks %.2f ms".formatted(costs.chunkNanos() / 1e6);
        table.append(departure.row(service, with)).append('\n');
        // Every other request has a turn, and one more covers unknown shares.
        double turns = (double) departure.mostInSystem / service.cores + 1;
        if (costs.equals(COSTS)) {
          // A switch and a wake-up in each slice are work, which adds up at high load.
          assertThat(departure.meanRatio).isLessThan(1.05 * ideal.meanRatio);
        } else {
          assertThat(departure.greatestMs()).as(with).isLessThan(turns * (QUANTUM_MS + 0.5));
          assertThat(departure.meanRatio).isLessThan(1.02 * ideal.meanRatio);
        }
      }
      Departure poor = Departure.of(withPoorSpeedups(service), Costs.NONE);
      table.append(poor.row(service, "speedups from 0.6 to 1.5")).append('\n');
    }
    System.out.println(table);
  }
}
