package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code tail-index} beside processor sharing, with demands that a mean or a variance would call
 * harmless. No request gains from a second thread, so only the discipline counts.
 */
class NoHarmTest {
  private static final double NO_HARM = 1.02;
  private static final double MEAN_MS = 50;

  /** Each has a squared coefficient of variation of at most that of an exponential demand. */
  private enum Demand {
    ONE_OF_A_THOUSAND_30_TIMES(share -> share < 0.999 ? 1 : 30),
    ONE_OF_A_HUNDRED_6_TIMES(share -> share < 0.99 ? 1 : 6),
    ONE_OF_25_7_TIMES(share -> share < 0.96 ? 1 : 7),
    PARETO_2_45(share -> Math.pow(1 - share, -1 / 2.45)),
    OUTLIERS(share -> share < 0.995 ? Math.sqrt(exponential(share)) : 9),
    HALF_TWICE(share -> share < 0.5 ? 1 : 2),
    EXPONENTIAL_UP_TO_A_LIMIT(share -> Math.min(1, exponential(share))),
    WEIBULL_2(share -> Math.sqrt(exponential(share))),
    SHIFTED_EXPONENTIAL(share -> 0.5 + exponential(share) / 2),
    PARETO_UP_TO_A_LIMIT(share -> Math.pow(1 - 0.93 * share, -1 / 1.5));

    @SuppressWarnings("ImmutableEnumChecker") // Function that remembers nothing.
    private final DoubleUnaryOperator quantile;

    Demand(DoubleUnaryOperator quantile) {
      this.quantile = quantile;
    }

    private static double exponential(double share) {
      return -Math.log(1 - share);
    }

    Profile profile() {
      double[][] timesMs = new double[2_000][1];
      double mean = 0;
      for (int r = 0; r < timesMs.length; r++) {
        timesMs[r][0] = quantile.applyAsDouble((r + 0.5) / timesMs.length);
        mean += timesMs[r][0] / timesMs.length;
      }
      for (double[] times : timesMs) {
        times[0] *= MEAN_MS / mean;
      }
      return Profile.of(name(), timesMs);
    }
  }

  private record Point(Profile profile, int cores, double load, int requests) {
    private SimulationResult run(String policy) {
      Trace trace =
          Traces.draw(
              new PoissonArrivals(load * cores * 1000 / profile.meanMs(1)), profile, requests, 1);
      var from = new Policies.Ingredients(Optional.of(profile), Optional.empty());
      return Simulation.run(Policies.named(policy, from), profile, trace, Machine.ofCores(cores))
          .afterWarmUp(requests / 10);
    }

    /** Returns the greatest ratio to processor sharing of the mean and of these percentiles. */
    double harm(String policy, double... percentiles) {
      SimulationResult shared = run("processor-sharing");
      SimulationResult its = run(policy);
      double worst = its.meanMs() / shared.meanMs();
      for (double percentile : percentiles) {
        worst = Math.max(worst, its.percentileMs(percentile) / shared.percentileMs(percentile));
      }
      return worst;
    }
  }

  @Test
  void noDemandIsServedWorseThanByProcessorSharing() {
    for (Demand demand : Demand.values()) {
      Profile profile = demand.profile();
      for (int cores : new int[] {1, 4}) {
        for (double load : new double[] {0.3, 0.7}) {
          assertThat(new Point(profile, cores, load, 4_000).harm("tail-index", 95, 99))
              .as("%s, %d cores, load %s", demand, cores, load)
              .isLessThan(NO_HARM);
        }
      }
    }
  }

  @Test
  @Tag("long")
  void norAtTheFarTailAndAtAnyLoad() {
    for (Demand demand : Demand.values()) {
      Profile profile = demand.profile();
      for (int cores : new int[] {1, 2, 4, 15}) {
        for (double load : new double[] {0.1, 0.3, 0.7, 0.95}) {
          assertThat(new Point(profile, cores, load, 50_000).harm("tail-index", 95, 99, 99.9))
              .as("%s, %d cores, load %s", demand, cores, load)
              .isLessThan(NO_HARM);
        }
      }
    }
  }

  @Test
  void theTestNoticesAQueueWhereItHarms() {
    for (Demand demand :
        new Demand[] {
          Demand.ONE_OF_A_THOUSAND_30_TIMES, Demand.ONE_OF_25_7_TIMES, Demand.OUTLIERS
        }) {
      assertThat(
              new Point(demand.profile(), 1, 0.3, 20_000)
                  .harm("tail-index-malleable", 95, 99, 99.9))
          .as(demand.name())
          .isGreaterThan(1.2);
    }
  }

  @Test
  void whereAQueueIsBetterItIsTaken() {
    for (Demand demand : new Demand[] {Demand.WEIBULL_2, Demand.SHIFTED_EXPONENTIAL}) {
      assertThat(new Point(demand.profile(), 2, 0.85, 20_000).harm("tail-index", 95, 99))
          .as(demand.name())
          .isLessThan(0.9);
    }
  }
}
