package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Cases;
import org.junit.jupiter.api.Test;

class BetsTest {
  private static final int COINS = 12;

  @Test
  void theMeanCapitalOverAllFallsOfTheCoinsStaysOne() {
    Cases.random(
        1,
        5,
        random -> {
          double[] sizes = random.doubles(COINS).toArray();
          double sum = 0;
          for (int signs = 0; signs < 1 << COINS; signs++) {
            var bets = new Bets();
            for (int i = 0; i < COINS; i++) {
              double sign = sign(signs, i);
              bets.add(sign, sign * sizes[i]);
            }
            sum += bets.capital();
          }
          assertThat(sum / (1 << COINS)).isCloseTo(1, within(1e-9));
        });
  }

  @Test
  void noMoreOfAllFallsOfTheCoinsThanVilleAllowsEverReachACapital() {
    double[] sizes = {0.1, 1, 0.5, 0.3, 0.9, 0.9, 0.2, 0.7, 1, 0.05, 0.6, 1};
    for (double capital : new double[] {1.5, 2, 4, 10, 20}) {
      int reached = 0;
      for (int signs = 0; signs < 1 << COINS; signs++) {
        var bets = new Bets();
        for (int i = 0; i < COINS; i++) {
          double sign = sign(signs, i);
          bets.add(sign, sign * sizes[i]);
        }
        reached += bets.greatest() >= capital ? 1 : 0;
      }
      assertThat((double) reached / (1 << COINS)).isLessThanOrEqualTo(1 / capital);
    }
  }

  /** The same by the definition: what joins with the k-th number is multiplied from there on. */
  @Test
  void isTheSumOfGamblersWhoBeginAtDifferentTimes() {
    Cases.random(
        7,
        20,
        random -> {
          int count = random.nextInt(1, 40);
          double[] numbers = random.doubles(count, -1, 1).toArray();
          var bets = new Bets();
          for (double number : numbers) {
            bets.add(Math.signum(number), number);
          }
          double expected = 0.5 / count;
          for (double stake : new double[] {0.1, 0.25, 0.5, 0.95}) {
            for (int from = 1; from <= count; from++) {
              double joins = from == 1 ? 0.5 : 0.5 / ((from - 1.0) * from);
              double coarse = joins / 8;
              double fine = joins / 8;
              for (int i = from - 1; i < count; i++) {
                coarse *= 1 + stake * Math.signum(numbers[i]);
                fine *= 1 + stake * numbers[i];
              }
              expected += coarse + fine;
            }
          }
          assertThat(bets.capital()).isCloseTo(expected, within(1e-9 * expected));
        });
  }

  @Test
  void seesAChangeHoweverLongThereWasNothingToSee() {
    var bets = new Bets();
    for (int i = 0; i < 100_000; i++) {
      bets.add(-1, -1);
    }
    int more = 0;
    while (bets.greatest() < 40) {
      bets.add(1, 1);
      more++;
    }
    // A fresh gambler takes 9; what is left to join after n numbers is 1/2n, which is 34 doublings
    // for 100,000 squared.
    assertThat(more).isLessThan(9 + 40);
  }

  private static double sign(int signs, int coin) {
    return (signs >> coin & 1) == 0 ? -1 : 1;
  }
}
