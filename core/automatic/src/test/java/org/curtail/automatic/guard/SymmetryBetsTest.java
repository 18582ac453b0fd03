package org.curtail.automatic.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SymmetryBetsTest {
  private static final int COINS = 12;

  @Test
  void theMeanCapitalOverAllFallsOfTheCoinsStaysOne() {
    Cases.random(
        1,
        5,
        random -> {
          double[] sizes = random.doubles(COINS, 0, 5).toArray();
          double sum = 0;
          for (int signs = 0; signs < 1 << COINS; signs++) {
            sum += all(sizes, signs).wealth();
          }
          assertThat(sum / (1 << COINS)).isCloseTo(1, within(1e-9));
        });
  }

  @Test
  void noMoreOfAllFallsOfTheCoinsThanVilleAllowsEverReachACapital() {
    double[] sizes = {0.1, 1, 0.5, 9, 0.9, 3, 0.2, 0.7, 1, 0.05, 0.6, 1_000};
    for (double capital : new double[] {1.5, 2, 4, 10, 20}) {
      int reached = 0;
      for (int signs = 0; signs < 1 << COINS; signs++) {
        reached += all(sizes, signs).greatest() >= capital ? 1 : 0;
      }
      assertThat((double) reached / (1 << COINS)).isLessThanOrEqualTo(1 / capital);
    }
  }

  /**
   * Returns the wealth by the definition: the part that joins with the k-th number is multiplied
   * from there on.
   */
  @Test
  void equalsTheSumOfBettorsWithDifferentStarts() {
    double[][] stakes = {
      {3, 0.06}, {3, 0.12}, {3, 0.25}, {3, 0.6}, {1, 0.3}, {1, 0.6}, {1, 0.95}, {1e-9, 0.95}
    };
    Cases.random(
        7,
        20,
        random -> {
          int count = random.nextInt(1, 40);
          double[] numbers = random.doubles(count, -5, 5).toArray();
          var bets = new SymmetryBets();
          for (double number : numbers) {
            bets.add(number);
          }
          double expected = 0.5 / count;
          for (double[] stake : stakes) {
            for (int from = 1; from <= count; from++) {
              double product = (from == 1 ? 0.5 : 0.5 / ((from - 1.0) * from)) / stakes.length;
              for (int i = from - 1; i < count; i++) {
                double part = Math.min(Math.abs(numbers[i]) / stake[0], 1);
                product *= 1 + stake[1] * (numbers[i] < 0 ? -part : part);
              }
              expected += product;
            }
          }
          assertThat(bets.wealth()).isCloseTo(expected, within(1e-9 * expected));
        });
  }

  @Test
  void numbersThatAreInfiniteOrNoneAtAllAreNoExceptions() {
    var bets = new SymmetryBets();
    bets.add(0);
    assertThat(bets.wealth()).isEqualTo(1);
    bets.add(Double.POSITIVE_INFINITY);
    bets.add(Double.NEGATIVE_INFINITY);
    assertThat(bets.wealth()).isBetween(0.0, 1.0);
  }

  @Test
  void detectsAChangeAfterAnyTimeWithoutOne() {
    var bets = new SymmetryBets();
    for (int i = 0; i < 100_000; i++) {
      bets.add(-1);
    }
    int more = 0;
    while (bets.greatest() < 40) {
      bets.add(1);
      more++;
    }
    // A new bettor needs 9. After n numbers, 1/2n has not joined yet, which is 34 doublings for
    // 100,000 squared.
    assertThat(more).isLessThan(9 + 40);
  }

  private static SymmetryBets all(double[] sizes, int signs) {
    var bets = new SymmetryBets();
    for (int i = 0; i < sizes.length; i++) {
      bets.add((signs >> i & 1) == 0 ? -sizes[i] : sizes[i]);
    }
    return bets;
  }
}
