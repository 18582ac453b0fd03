package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RankBetTest {
  @ParameterizedTest
  @EnumSource
  void staysOneUnitInTheMeanOverEvenNumbers(RankBet bet) {
    // Midpoints of u in share = u^4 and 1 - share = u^4, which are dense where bets are steep.
    int points = 200_000;
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double u = (i + 0.5) / points;
      double share = u * u * u * u / 2;
      double width = 4 * u * u * u / 2 / points;
      sum += (bet.factor(share) + bet.factor(1 - share)) * width;
      assertThat(bet.factor(share)).isNotNegative();
    }
    assertThat(sum).isCloseTo(1, within(1e-3));
  }

  @Test
  void exponentialValuesThatGrewByTheStatedFactorAreTheBorderOfTheMildBet() {
    // The share of values greater than an exponential value is exp(-x). So the mean of log(factor)
    // is log(0.6) + 0.4 times the mean of x.
    assertThat(meanLog(1.25)).isNegative();
    assertThat(meanLog(1.31)).isPositive();
  }

  private static double meanLog(double growth) {
    int points = 100_000;
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double x = -growth * StrictMath.log((i + 0.5) / points);
      sum += StrictMath.log(RankBet.LARGER.factor(StrictMath.exp(-x)));
    }
    return sum / points;
  }
}
