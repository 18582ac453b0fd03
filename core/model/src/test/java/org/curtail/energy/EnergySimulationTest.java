package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.SpeedOpponents.TailFirst;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Test;

/** Small runs, worked out by hand. */
class EnergySimulationTest {
  private static final long MS = 1_000_000;

  /** Slow core of 1 W and fast core of 5 W; idle ones need 0.1 W and 0.5 W. */
  private static final SpeedMachine TWO =
      SpeedMachine.ofCores(
          new SpeedClass("slow", 1, 0.5, 1, 0.1), new SpeedClass("fast", 1, 1, 5, 0.5));

  /** The same numbers for two cores with two clocks. */
  private static final SpeedMachine CLOCKS =
      SpeedMachine.ofClocks(
          new SpeedClass("slow", 2, 0.5, 1, 0.1), new SpeedClass("fast", 2, 1, 5, 0.1));

  private static EnergyResult run(
      SpeedMachine machine, SpeedPolicy policy, double[] arrivalsMs, double... demandsMs) {
    double[][] timesMs = new double[demandsMs.length][];
    int[] requests = new int[demandsMs.length];
    double[] demandNanos = new double[demandsMs.length];
    for (int i = 0; i < demandsMs.length; i++) {
      timesMs[i] = new double[] {demandsMs[i]};
      requests[i] = i;
      demandNanos[i] = demandsMs[i] * 1e6;
    }
    var accountant = new EnergyAccountant(machine, demandNanos);
    EnergyResult result =
        new EnergySimulation(Profile.of("test", timesMs), machine)
            .run(policy, Trace.of(arrivalsMs, requests), accountant);
    assertThat(accountant.ended).isEqualTo(demandsMs.length);
    return result;
  }

  private static List<Double> latenciesMs(EnergyResult result) {
    return IntStream.range(0, result.requests())
        .mapToObj(i -> result.latencyNanos(i) / 1e6)
        .toList();
  }

  @Test
  void aRequestMovesUpAtItsThresholdAndUsesTheEnergyOfItsClasses() {
    // 4 ms at half speed are 2 ms of work; the other 8 ms run fast.
    EnergyResult result = run(TWO, SlowToFast.of(4 * MS), new double[] {0}, 10);
    assertThat(latenciesMs(result)).containsExactly(12.0);
    EnergyAccount account = result.account();
    assertThat(account.busyNanos()).containsExactly(4 * MS, 8 * MS);
    assertThat(account.idleNanos(0)).isEqualTo(8 * MS);
    assertThat(account.idleNanos(1)).isEqualTo(4 * MS);
    assertThat(account.joules())
        .isCloseTo((4 * 1 + 8 * 5 + 8 * 0.1 + 4 * 0.5) * 1e-3, within(1e-15));
    assertThat(account.busyShare(1)).isCloseTo(8.0 / 12, within(1e-12));
  }

  @Test
  void aShortRequestNeverLeavesTheSlowCore() {
    EnergyResult result = run(TWO, SlowToFast.of(4 * MS), new double[] {0}, 2);
    assertThat(latenciesMs(result)).containsExactly(4.0);
    assertThat(result.account().moves()).isZero();
  }

  @Test
  void aRequestThatFindsTheSlowCoreTakenSendsTheOldestUpEarly() {
    // At 2 ms the first has done 1 ms of its 10. It moves up, and ends at 2 + 9.
    EnergyResult result =
        run(TWO, SlowToFast.of(SpeedPolicy.Wish.NEVER), new double[] {0, 2}, 10, 3);
    assertThat(latenciesMs(result)).containsExactly(11.0, 6.0);
    assertThat(result.account().moves()).isEqualTo(1);
  }

  @Test
  void aDueRequestThatFindsTheFastCoreTakenWaitsWhereItIs() {
    // The first moves up at 4 ms and ends at 12. The second is due at 5, and moves up at 12.
    EnergyResult result = run(TWO, SlowToFast.of(4 * MS), new double[] {0, 4}, 10, 10);
    assertThat(latenciesMs(result)).containsExactly(12.0, 8 + 6.0);
    assertThat(result.account().busyNanos()).containsExactly(12 * MS, 14 * MS);
  }

  @Test
  void theOldestDueRequestMovesUpFirst() {
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 5, 0));
    EnergyResult result = run(machine, SlowToFast.of(4 * MS), new double[] {0, 1, 2}, 10, 20, 20);
    // The third makes the first move up at 2; the first ends at 11. Then the second moves, not the
    // third.
    assertThat(latenciesMs(result).get(0)).isEqualTo(11.0);
    assertThat(latenciesMs(result).get(1)).isEqualTo(10.0 + 15);
  }

  @Test
  void tailFirstRunsSlowlyOnlyUntilAFastCoreIsFree() {
    EnergyResult result = run(TWO, new TailFirst(), new double[] {0, 0, 0}, 4, 6, 2);
    // The second does 2 ms of work beside the first, then 4 fast; the third begins slowly at 4.
    assertThat(latenciesMs(result)).containsExactly(4.0, 8.0, 8.0);
  }

  @Test
  void allFastLeavesSlowCoresIdle() {
    EnergyResult result = run(TWO, SpeedPolicy.allFast(TWO), new double[] {0, 0}, 4, 6);
    assertThat(latenciesMs(result)).containsExactly(4.0, 10.0);
    assertThat(result.account().busyNanos()).containsExactly(0L, 10 * MS);
    assertThat(result.waitNanos(1)).isEqualTo(4 * MS);
  }

  @Test
  void anIdleCoreIsAtTheSlowestClock() {
    EnergyResult result = run(CLOCKS, SpeedPolicy.allFast(CLOCKS), new double[] {0}, 10);
    EnergyAccount account = result.account();
    assertThat(account.idleNanos(0)).isEqualTo(10 * MS);
    assertThat(account.idleNanos(1)).isZero();
    assertThat(account.joules()).isCloseTo(10e-3 * (5 + 0.1), within(1e-15));
    assertThat(account.watts()).isCloseTo(5.1, within(1e-12));
  }

  @Test
  void aMoveHasADelayAndCostsEnergy() {
    SpeedMachine machine = CLOCKS.movingAt(MS, 0.25);
    EnergyResult result = run(machine, SlowToFast.of(4 * MS), new double[] {0}, 10);
    assertThat(latenciesMs(result)).containsExactly(13.0);
    assertThat(result.account().busyNanos()).containsExactly(4 * MS, 9 * MS);
    assertThat(result.account().moveJoules()).isEqualTo(0.25);
  }

  @Test
  void theShareThatDoesNotScaleIsAsFastOnASlowCore() {
    // A fifth takes as long, the rest twice as long: 1.8 times.
    EnergyResult result =
        run(TWO.withUnscaledShare(0.2), SpeedPolicy.allSlow(), new double[] {0}, 10);
    assertThat(latenciesMs(result)).containsExactly(18.0);
  }

  @Test
  void aMoveThatTheBudgetForbidsWaitsItsTurn() {
    // Two at the slow clock draw 2 W, one of each 6 W; two fast ones would draw 10.
    EnergyResult result =
        run(CLOCKS.withBudgetWatts(6), SlowToFast.of(4 * MS), new double[] {0, 0}, 10, 10);
    // The first moves up at 4 and ends at 12. Until then the second has done 6 ms of its work.
    assertThat(latenciesMs(result)).containsExactly(12.0, 16.0);
  }

  @Test
  void aControllerReplacesThePolicyAtItsPeriod() {
    var steering =
        new SpeedSteering() {
          @Override
          public long periodNanos() {
            return 5 * MS;
          }

          @Override
          public SpeedPolicy first() {
            return SpeedPolicy.allSlow();
          }

          @Override
          public SpeedPolicy next(SpeedWindow window) {
            return SpeedPolicy.allFast(CLOCKS);
          }
        };
    EnergyResult result =
        new EnergySimulation(Profile.of("test", new double[][] {{10}}), CLOCKS)
            .run(steering, Trace.of(new double[] {0}, new int[] {0}));
    assertThat(latenciesMs(result)).containsExactly(5 + 7.5);
  }

  @Test
  void aPolicyThatWantsAClassThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> run(TWO, SpeedPolicy.always("turbo", 2), new double[] {0}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("turbo wants class 2, the fastest of the machine is 1");
    assertThatThrownBy(() -> SlowToFast.of(5L, 4L)).hasMessageContaining("[5, 4]");
  }

  @Test
  void aRunOfCenturiesIsRefused() {
    assertThatThrownBy(() -> run(TWO, SpeedPolicy.allSlow(), new double[] {1e13}, 1))
        .hasMessageContaining("years of all cores");
  }
}
