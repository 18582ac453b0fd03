package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;
import org.curtail.energy.LeastEnergy.ClairvoyantEnergy;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Least energy of one request with threads and speeds. */
class LeastEnergyOfThreadsTest {
  private static final SpeedMachine TWO_CLOCKS =
      SpeedMachine.ofClocks(
          new SpeedClass("slow", 4, 0.5, 1.5, 0.5), new SpeedClass("fast", 4, 1, 6, 0.5));

  private static final SpeedMachine SERVER = Machines.server().movingAt(0, 0);

  private static final Profile LUCENE = SyntheticProfiles.luceneLike(1000, 4);

  @Test
  void withOneThreadItIsTheLeastEnergyOfOneThread() {
    Cases.random(
        5,
        50,
        random -> {
          double[][] timesMs = new double[random.nextInt(1, 50)][1];
          for (double[] times : timesMs) {
            times[0] = random.nextDouble(1, 100);
          }
          Profile profile = Profile.of("random", timesMs);
          var threads = LeastEnergyOfThreads.of(profile, SERVER, 95, 1);
          LeastEnergy one = LeastEnergy.of(profile, SERVER, 95);
          assertThat(threads.shortestMs()).isCloseTo(one.shortestMs(), within(1e-9));
          for (double factor : List.of(0.9, 1.01, 1.1, 1.5, 1.9, 2.5)) {
            double deadlineMs = factor * one.shortestMs();
            double joules = one.joules(deadlineMs);
            if (Double.isFinite(joules)) {
              assertThat(threads.joules(deadlineMs)).isCloseTo(joules, within(1e-9 * joules));
            }
            ThreadSpeedSchedule schedule = threads.schedule(deadlineMs);
            assertThat(schedule.maxDegree()).isEqualTo(1);
            List<Long> expected = one.schedule(deadlineMs).thresholdsNanos();
            for (int k = 0; k < expected.size(); k++) {
              assertThat(schedule.speeds().thresholdsNanos().get(k))
                  .as("threshold %d at %s ms", k, deadlineMs)
                  .isCloseTo(expected.get(k), within(2L));
            }
          }
        });
  }

  /** Two kinds of requests; all ways to split the work of each piece over all configurations. */
  @Test
  void noSplitOfTheWorkNeedsLessEnergyInATime() {
    Profile two = Profile.of("two", new double[][] {{10, 7}, {10, 7}, {10, 7}, {40, 24}});
    double deadlineMs = 36;
    double found = LeastEnergyOfThreads.of(two, TWO_CLOCKS, 100, 2).joules(deadlineMs);
    double best = Double.POSITIVE_INFINITY;
    double firstSlowness = (3 * 0.7 + 0.6) / 4;
    List<double[]> first = priced(firstSlowness);
    List<double[]> second = priced(0.6);
    for (double[] a : mixtures(first)) {
      for (double[] b : mixtures(second)) {
        if (10 * a[0] + 30 * b[0] <= deadlineMs * (1 + 1e-12)) {
          best = Math.min(best, 10e-3 * a[1] + 0.25 * 30e-3 * b[1]);
        }
      }
    }
    assertThat(found).isLessThanOrEqualTo(best * (1 + 1e-9)).isCloseTo(best, withinPercentage(1));
  }

  /** Time and joules for a second of work: slow and fast, on one thread and on two. */
  private static List<double[]> priced(double slowness) {
    return List.of(
        new double[] {2, 2 * 1.0},
        new double[] {1, 5.5},
        new double[] {2 * slowness, 2 * 2 * slowness * 1.0},
        new double[] {slowness, 2 * slowness * 5.5});
  }

  private static List<double[]> mixtures(List<double[]> prices) {
    var all = new ArrayList<double[]>();
    for (double[] one : prices) {
      for (double[] other : prices) {
        for (int part = 0; part <= 200; part++) {
          double share = part / 200.0;
          all.add(
              new double[] {
                share * one[0] + (1 - share) * other[0], share * one[1] + (1 - share) * other[1]
              });
        }
      }
    }
    return all;
  }

  @Test
  void threadsCanDrawLessAndTheClairvoyantLeast() {
    for (double deadlineMs : List.of(700.0, 900.0, 1200.0, 2000.0)) {
      double one = LeastEnergy.of(LUCENE, SERVER, 99).joules(deadlineMs);
      double threads = LeastEnergyOfThreads.of(LUCENE, SERVER, 99, 4).joules(deadlineMs);
      double clairvoyant = ClairvoyantEnergy.joules(LUCENE, SERVER, 99, deadlineMs, 4);
      assertThat(threads).isLessThanOrEqualTo(one * (1 + 1e-9));
      assertThat(clairvoyant).isLessThanOrEqualTo(threads * (1 + 1e-9));
    }
  }

  @Test
  void theRequestOfThePercentileAloneEndsAtTheDeadline() {
    int last = LUCENE.byDemand()[989];
    var least = LeastEnergyOfThreads.of(LUCENE, SERVER, 99, 4);
    for (double factor : List.of(1.05, 1.4, 2.0)) {
      double deadlineMs = factor * least.shortestMs();
      EnergyResult alone =
          new EnergySimulation(LUCENE, SERVER)
              .run(least.schedule(deadlineMs), Trace.of(new double[] {0}, new int[] {last}));
      // Its own speedup is not quite the mean of the remaining ones.
      assertThat(alone.latencyNanos(0) / 1e6).isCloseTo(deadlineMs, withinPercentage(3));
    }
  }

  @Test
  void degreesWithoutRequestsAreRejected() {
    assertThatThrownBy(() -> LeastEnergyOfThreads.of(LUCENE, SERVER, 99, 5))
        .hasMessageContaining("maxDegree must be 1 to 4: 5");
    assertThatThrownBy(() -> new ThreadSpeedSchedule(List.of(), SlowToFast.of()))
        .hasMessageContaining("first step");
    assertThatThrownBy(() ->
            new ThreadSpeedSchedule(
                List.of(new ThreadSpeedSchedule.Step(0, 2), new ThreadSpeedSchedule.Step(5, 2)),
                SlowToFast.of()))
        .hasMessageContaining("ascend");
  }
}
