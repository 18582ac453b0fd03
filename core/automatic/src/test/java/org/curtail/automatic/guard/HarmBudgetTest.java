package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.curtail.automatic.guard.HarmBudget.Allowance;
import org.junit.jupiter.api.Test;

class HarmBudgetTest {
  private static final double ERROR_RATE = 0.05;
  private static final int SLICE = 100;
  private static final int SHORT = 30;
  private static final double BASELINE = 10;
  private static final int SLICES = 2_000;
  private static final int SEEDS = 400;
  private static final double[] STAKES = {0.1, 0.3, 0.9};

  private final HarmBudget budget = new HarmBudget(ERROR_RATE, SLICE);

  private static void serve(HarmBudget budget, int requests, double times) {
    serve(budget, requests, times, BASELINE, 0);
  }

  private static void serve(
      HarmBudget budget, int requests, double times, double baselineNanos, double overNanos) {
    HarmBudget.Cost cost = budget.begun();
    budget.ended(cost, requests, times * BASELINE, baselineNanos);
    budget.followed(cost, overNanos);
  }

  @Test
  void theNextSliceWaitsForTheFirstOnesToBeOver() {
    assertThat(budget.allowance(1_000)).isEqualTo(Allowance.ENOUGH);
    HarmBudget.Cost first = budget.begun();
    assertThat(budget.allowance(1_000)).isEqualTo(Allowance.NOT_KNOWN_YET);
    budget.ended(first, SHORT, BASELINE, BASELINE);
    assertThat(budget.allowance(1_000)).isEqualTo(Allowance.NOT_KNOWN_YET);
    budget.followed(first, 0);
    assertThat(budget.allowance(1_000)).isEqualTo(Allowance.ENOUGH);
    serve(budget, SLICE, 1);
    budget.begun();
    assertThat(budget.allowance(1_000)).isEqualTo(Allowance.ENOUGH);
  }

  @Test
  void theCostIsTheExtraTimeAndGainsAreLimitedToTheFreeAmount() {
    serve(budget, SLICE, 2);
    assertThat(budget.excessNanos()).isCloseTo(SLICE * BASELINE, within(1e-9));
    serve(budget, SLICE, 0.5);
    assertThat(budget.excessNanos()).isCloseTo(SLICE * BASELINE / 2, within(1e-9));
    serve(budget, SLICE, 1, BASELINE, 10 * BASELINE);
    assertThat(budget.excessNanos()).isCloseTo(60 * BASELINE, within(1e-9));
    for (int i = 0; i < 1_000; i++) {
      serve(budget, SLICE, 0.1);
    }
    assertThat(budget.excessNanos()).isZero();
    double free = HarmBudget.FREE_SLICES;
    serve(budget, SLICE, free + 2);
    assertThat(budget.excessNanos()).isCloseTo(SLICE * BASELINE, within(1e-6));
  }

  @Test
  void longerSlicesHaveAGreaterFreeAmount() {
    serve(budget, 4 * SLICE, 3);
    assertThat(budget.allowance(0)).isEqualTo(Allowance.ENOUGH);
    serve(budget, 4 * SLICE, 3);
    assertThat(budget.allowance(0)).isEqualTo(Allowance.SHORT);
  }

  @Test
  void aSliceWithUnknownBaselineTimesDoesNotCount() {
    serve(budget, SLICE, 1e9, Double.NaN, 0);
    serve(budget, 0, 0);
    assertThat(budget.allowance(0)).isEqualTo(Allowance.ENOUGH);
    assertThat(budget.evidence()).isEqualTo(1);
  }

  /** By the closed form: the wealth of all bettors together is at least the share of each. */
  @Test
  void aMuchSlowerPolicyIsStoppedAfterAFewShortSlicesUntilItsCostIsASmallShare() {
    for (double times : new double[] {1.3, 2, 5, 22}) {
      var own = new HarmBudget(ERROR_RATE, SLICE);
      double all = 1_000 * BASELINE;
      double spent = 0;
      int slices = 0;
      int shortOnes = 0;
      Allowance allowance = own.allowance(all);
      while (allowance != Allowance.NONE) {
        int requests = allowance == Allowance.SHORT || slices == 0 ? SHORT : SLICE;
        shortOnes += allowance == Allowance.SHORT ? 1 : 0;
        serve(own, requests, times);
        all += requests * BASELINE;
        spent += requests * BASELINE * (times - 1);
        slices++;
        for (double stake : STAKES) {
          assertThat(own.evidence())
              .isGreaterThanOrEqualTo(Math.pow(1 + stake * (times - 1), slices) / 6);
        }
        allowance = own.allowance(all);
      }
      assertThat(own.excessNanos()).isCloseTo(spent, within(1e-6));
      double most = Math.ceil(Math.log(6 / ERROR_RATE) / Math.log(1 + 0.9 * (times - 1)));
      assertThat((double) shortOnes).as("%s times", times).isLessThanOrEqualTo(most);
      double budgetNanos =
          HarmBudget.MOST_SHARE * all + HarmBudget.FREE_SLICES * (double) SLICE * BASELINE;
      assertThat(spent)
          .as("%s times", times)
          .isLessThanOrEqualTo(budgetNanos + (SLICE + most * SHORT) * (times - 1) * BASELINE);
      // The sum, with another slice as slow, has to be within the budget.
      double due =
          (spent
                  + SLICE * BASELINE * (times - 1)
                  - HarmBudget.FREE_SLICES * (double) SLICE * BASELINE)
              / HarmBudget.MOST_SHARE;
      assertThat(own.allowance(due - 1)).isEqualTo(Allowance.NONE);
      assertThat(own.allowance(due + 1)).isEqualTo(Allowance.ENOUGH);
    }
  }

  @Test
  void whatItsRequestsLeaveBehindCountsAsTheirs() {
    serve(budget, SLICE, 3, BASELINE, 5 * SLICE * BASELINE);
    var same = new HarmBudget(ERROR_RATE, SLICE);
    serve(same, SLICE, 8);
    assertThat(budget.evidence()).isCloseTo(same.evidence(), within(1e-9));
  }

  /** A policy that was better for long is detected as soon. */
  @Test
  void harmAfterALongTimeWithoutIsSeenAfterSomeSlicesMore() {
    for (int i = 0; i < 10_000; i++) {
      serve(budget, SLICE, 0.8);
    }
    double all = 1e6 * BASELINE;
    int slices = 0;
    while (budget.evidence() < 1 / ERROR_RATE) {
      serve(budget, SLICE, 5);
      slices++;
    }
    assertThat(slices).isLessThan(20);
    assertThat(budget.allowance(all)).isEqualTo(Allowance.ENOUGH);
    assertThat(budget.allowance(all / 100)).isEqualTo(Allowance.NONE);
  }

  // ---- Share of stopped policies that are no worse: at most the stated rate.

  /** Slices with a mean of 1 on average, given everything before. */
  private static double fair(SplittableRandom random, double[] state, int kind) {
    double normal = normal(random);
    return switch (kind) {
      // Exponential length of requests, hardly any noise.
      case 0 -> 1 + 0.1 * Math.clamp(normal, -5.0, 5.0);
      // A Pareto tail without a variance: 1/3 at least, exponent 1.5.
      case 1 -> Math.pow(1 - random.nextDouble(), -1 / 1.5) / 3;
      // Rare slices that take a hundred times as long.
      case 2 -> random.nextInt(100) == 0 ? 100 - 99 * 0.5 : 0.5;
      // Noise whose size depends on earlier values.
      default -> {
        state[0] = 0.95 * state[0] + 0.3 * normal;
        double size = Math.exp(Math.clamp(state[0], -2.0, 2.0)) / 2;
        double next = normal(random);
        yield Math.exp(size * next - size * size / 2);
      }
    };
  }

  private static double normal(SplittableRandom random) {
    double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
    return radius * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** Returns the share of runs that ever stopped a policy with this multiple of the fair time. */
  private static double heldShare(double times, int kind) {
    int held = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      var own = new HarmBudget(ERROR_RATE, SLICE);
      var random = new SplittableRandom(seed);
      double[] state = new double[1];
      boolean isHeld = false;
      for (int slice = 0; slice < SLICES && !isHeld; slice++) {
        serve(own, SLICE, times * fair(random, state, kind));
        isHeld = own.allowance((slice + 5) * 2.0 * SLICE * BASELINE) == Allowance.NONE;
      }
      held += isHeld ? 1 : 0;
    }
    return (double) held / SEEDS;
  }

  @Test
  void aPolicyThatIsNoWorseIsHeldBackNoMoreOftenThanStatedWhateverTheTail() {
    double deviation = Math.sqrt(ERROR_RATE * (1 - ERROR_RATE) / SEEDS);
    for (int kind = 0; kind < 4; kind++) {
      assertThat(heldShare(1, kind))
          .as("kind %d, seeds 0 to %d", kind, SEEDS - 1)
          .isLessThanOrEqualTo(ERROR_RATE + 3 * deviation);
    }
  }

  @Test
  void aPolicyThatWinsIsHardlyEverHeldBack() {
    for (int kind = 0; kind < 4; kind++) {
      assertThat(heldShare(0.84, kind))
          .as("kind %d, seeds 0 to %d", kind, SEEDS - 1)
          .isLessThan(0.03);
    }
  }

  @Test
  void aPolicyThatIsHalfAsLongAgainIsAlwaysHeldBack() {
    assertThat(heldShare(1.5, 0)).isEqualTo(1);
  }
}
