package org.curtail.automatic.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.automatic.detect.Change;
import org.curtail.automatic.detect.Change.Kind;
import org.curtail.automatic.detect.LoadDrift;
import org.curtail.automatic.detect.ShapeFit;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Detected changes, the number of requests until then, and the reported kind. */
class DriftTest {
  private static final double PER_FALSE_ALARM = 1e6;
  private static final int BEFORE = 2_000;
  private static final int MOST_AFTER = 30_000;

  /** Runs of each change; more with {@code -Ddrift.runs=200}, for more exact delays. */
  private static final int FEW_RUNS = 8;

  private static final int RUNS = Integer.getInteger("drift.runs", FEW_RUNS);

  /** Every twentieth request explores; a median of 20 ms. */
  private static Traffic traffic(long seed) {
    return new Traffic(seed, Traffic.law(0.1, 0.002), 0.05, 2, 4);
  }

  private static double usualMs(Traffic traffic) {
    return traffic.logNormal(20, 1);
  }

  private interface Requests {
    Timeline next(Traffic traffic);
  }

  /**
   * Watches one run: the requests until each alarm, and the reported kind of the demand's change.
   */
  private static final class Watched {
    private static final SpeedupModel SPEEDUPS = model();
    final DemandDrift demand;
    final SpeedupDrift speedup;
    long demandDelay = MOST_AFTER;
    long speedupDelay = MOST_AFTER;
    int alarmsBefore;

    Watched(long seed, Requests before, Requests after) {
      demand = new DemandDrift(SPEEDUPS, PER_FALSE_ALARM, seed, 1);
      speedup = new SpeedupDrift(SPEEDUPS, PER_FALSE_ALARM, seed);
      Traffic traffic = traffic(seed);
      for (int r = 0; r < BEFORE; r++) {
        Timeline request = before.next(traffic);
        alarmsBefore += demand.ended(request) ? 1 : 0;
        alarmsBefore += speedup.ended(request) ? 1 : 0;
      }
      for (int r = 0; r < MOST_AFTER && !isSettled(r); r++) {
        Timeline request = after.next(traffic);
        if (demand.ended(request)) {
          demandDelay = Math.min(demandDelay, r + 1);
        }
        if (speedup.ended(request)) {
          speedupDelay = Math.min(speedupDelay, r + 1);
        }
      }
    }

    private boolean isSettled(int after) {
      return after > demandDelay + ShapeFit.LAST_LOOK || (after > speedupDelay && after > 3_000);
    }

    private static SpeedupModel model() {
      var traffic = traffic(99);
      var requests = new ArrayList<Timeline>();
      for (int r = 0; r < 4_000; r++) {
        requests.add(traffic.request(usualMs(traffic)));
      }
      return SpeedupModel.of(requests);
    }

    Kind kind() {
      return demand.change().map(Change::kind).orElse(Kind.NOT_KNOWN);
    }
  }

  private static List<Watched> watch(int runs, Requests after) {
    var watched = new ArrayList<Watched>();
    for (long seed = 0; seed < runs; seed++) {
      var run = new Watched(seed, traffic -> traffic.request(usualMs(traffic)), after);
      assertThat(run.alarmsBefore).as("alarms before the change, seed %d", seed).isZero();
      watched.add(run);
    }
    return watched;
  }

  private static String delays(double[] delays) {
    Arrays.sort(delays);
    return "median %.0f, 90th percentile %.0f requests"
        .formatted(Percentile.of(delays, 50), Percentile.of(delays, 90));
  }

  private static double[] demandDelays(List<Watched> runs) {
    return runs.stream().mapToDouble(run -> run.demandDelay).toArray();
  }

  private static void isNoticed(String what, double[] delays, double within) {
    if (RUNS > FEW_RUNS) {
      System.out.println(what + ": " + delays(delays));
    }
    assertThat(Percentile.of(delays, 90)).as(what).isLessThanOrEqualTo(within);
  }

  /**
   * Returns the greatest plausible number of runs, if each has this probability: three deviations.
   */
  private static long mostOf(double probability) {
    return (long) (RUNS * probability + 3 * Math.sqrt(RUNS * probability * (1 - probability)));
  }

  private static long count(List<Watched> runs, Kind kind) {
    return runs.stream().filter(run -> run.kind() == kind).count();
  }

  @Test
  void aDemandThatDoublesIsNoticedAndTakenForAScaling() {
    List<Watched> runs = watch(RUNS, traffic -> traffic.request(2 * usualMs(traffic)));
    isNoticed("demand doubles", demandDelays(runs), 300);
    assertThat(count(runs, Kind.RESHAPED)).isLessThanOrEqualTo(mostOf(0.05));
    double[] factors =
        runs.stream().mapToDouble(r -> r.demand.change().orElseThrow().factor()).sorted().toArray();
    assertThat(factors[0]).isGreaterThan(1.6);
    assertThat(factors[RUNS - 1]).isLessThan(2.5);
    assertThat(runs.getFirst().demand.reason().orElseThrow())
        .startsWith("the demand of requests changed by a factor of ");
  }

  @Test
  void aMachineThatBecomesSlowerIsTakenForAScalingAndSpeedupsStay() {
    List<Watched> runs = watch(RUNS, traffic -> traffic.request(usualMs(traffic), ms -> 1.8 * ms));
    isNoticed("machine slower by 1.8", demandDelays(runs), 400);
    assertThat(count(runs, Kind.RESHAPED)).isLessThanOrEqualTo(mostOf(0.05));
    assertThat(runs).allMatch(run -> run.speedupDelay == MOST_AFTER);
  }

  @Test
  void aTailThatBecomesHeavyIsNoticedAndNotTakenForAScaling() {
    List<Watched> runs =
        watch(
            RUNS,
            traffic -> {
              double ms = usualMs(traffic);
              return traffic.request(traffic.random.nextInt(10) == 0 ? 8 * ms : ms);
            });
    isNoticed("tail becomes heavy", demandDelays(runs), 1_500);
    assertThat(count(runs, Kind.SCALED)).isLessThanOrEqualTo(mostOf(0.2));
  }

  @Test
  void anotherMixIsNoticedAndNotTakenForAScaling() {
    List<Watched> runs =
        watch(
            RUNS,
            traffic ->
                traffic.request(
                    traffic.random.nextInt(10) < 4 ? traffic.logNormal(3, 0.3) : usualMs(traffic)));
    isNoticed("mix changes", demandDelays(runs), 500);
    assertThat(count(runs, Kind.RESHAPED)).isGreaterThanOrEqualTo(RUNS - mostOf(0.05));
  }

  @Test
  void speedupsThatHalveAreNoticed() {
    Traffic.Truth poor = (degree, ms) -> Traffic.law(0.1, 0.002).speedup(degree, ms) / 2;
    List<Watched> runs = new ArrayList<>();
    for (long seed = 0; seed < RUNS; seed++) {
      var worse = new Traffic(seed + 500, poor, 0.05, 2, 4);
      runs.add(
          new Watched(
              seed,
              traffic -> traffic.request(usualMs(traffic)),
              traffic -> worse.request(usualMs(worse))));
    }
    double[] delays = runs.stream().mapToDouble(run -> run.speedupDelay).toArray();
    isNoticed("speedups halve, 5 % explore", delays, 1_200);
    double factor = runs.getFirst().speedup.change().orElseThrow().factor();
    assertThat(factor).isBetween(0.4, 0.6);
    assertThat(runs.getFirst().speedup.reason().orElseThrow())
        .contains("the speedup by more threads");
  }

  @Test
  void aRateOfArrivalsThatDoublesIsNoticedAndASteadyOneNot() {
    double[] delays = new double[RUNS];
    for (int run = 0; run < delays.length; run++) {
      var random = traffic(run).random;
      var drift = new LoadDrift(PER_FALSE_ALARM, run);
      double nowMs = 0;
      for (int i = 0; i < 5_000; i++) {
        nowMs -= 10 * StrictMath.log1p(-random.nextDouble());
        assertThat(drift.arrived((long) (nowMs * 1e6))).as("run %d", run).isFalse();
      }
      boolean isNoticed = false;
      for (int i = 0; i < 2_000; i++) {
        nowMs -= 5 * StrictMath.log1p(-random.nextDouble());
        if (drift.arrived((long) (nowMs * 1e6)) && !isNoticed) {
          isNoticed = true;
          delays[run] = i + 1;
        }
      }
      assertThat(drift.change().orElseThrow().factor()).isBetween(1.5, 2.7);
    }
    isNoticed("rate doubles", delays, 300);
  }

  @Test
  void aClockWithoutProgressKeepsTheLoad() {
    var drift = new LoadDrift(PER_FALSE_ALARM, 1);
    for (int i = 0; i < 100; i++) {
      drift.arrived(i % 2 == 0 ? 5 : 1);
    }
    assertThat(drift.change()).isEqualTo(Optional.empty());
  }

  @Test
  void aProfileOfAnotherServiceIsDetectedAtOnceAndItsOwnIsNot() {
    Traffic source = traffic(5);
    double[][] timesMs = new double[8_000][1];
    Arrays.setAll(timesMs, r -> new double[] {usualMs(source)});
    Profile profile = Profile.of("own", timesMs);
    SpeedupModel speedups = SpeedupModel.of(List.of());
    for (long seed = 0; seed < 10; seed++) {
      Traffic traffic = traffic(seed);
      DemandDrift own = DemandDrift.from(profile, speedups, PER_FALSE_ALARM, seed, 1);
      DemandDrift other = DemandDrift.from(profile, speedups, PER_FALSE_ALARM, seed, 1);
      for (int r = 0; r < 3_000; r++) {
        own.ended(traffic.request(usualMs(traffic)));
      }
      int r = 0;
      while (!other.ended(traffic.request(6 * usualMs(traffic)))) {
        r++;
      }
      assertThat(own.change()).as("seed %d", seed).isEmpty();
      assertThat(r).isLessThan(60);
    }
  }

  @Tag("long")
  @Test
  void fewTrueScalingsAreReportedAsAnotherShape() {
    int runs = 300;
    long reshaped =
        count(watch(runs, traffic -> traffic.request(2 * usualMs(traffic))), Kind.RESHAPED);
    System.out.println("scalings taken for reshapings: " + reshaped + " of " + runs);
    // The stated rate is 5 %, plus three standard deviations.
    assertThat(reshaped).isLessThanOrEqualTo(15 + 12);
  }
}
