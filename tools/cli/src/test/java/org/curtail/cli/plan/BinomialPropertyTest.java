package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class BinomialPropertyTest {
  /** Exact arithmetic: the probability is a fraction of whole numbers. */
  private static double exactly(int trials, int numerator, int denominator, int successes) {
    BigInteger choices = BigInteger.ONE;
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i <= trials; i++) {
      if (i >= successes) {
        sum =
            sum.add(
                choices
                    .multiply(BigInteger.valueOf(numerator).pow(i))
                    .multiply(BigInteger.valueOf((long) denominator - numerator).pow(trials - i)));
      }
      choices =
          choices
              .multiply(BigInteger.valueOf((long) trials - i))
              .divide(BigInteger.valueOf(i + 1L));
    }
    return new BigDecimal(sum)
        .divide(new BigDecimal(BigInteger.valueOf(denominator).pow(trials)), MathContext.DECIMAL64)
        .doubleValue();
  }

  @Test
  void agreesWithExactArithmetic() {
    Cases.random(
        1,
        500,
        random -> {
          int trials = random.nextInt(1, 120);
          int denominator = random.nextInt(1, 200);
          int numerator = random.nextInt(denominator + 1);
          int successes = random.nextInt(-1, trials + 2);
          double found = new Binomial(trials, (double) numerator / denominator).atLeast(successes);
          assertThat(found)
              .isCloseTo(exactly(trials, numerator, denominator, successes), within(1e-13));
        });
  }

  @Test
  void aMillionTrialsAreAsSymmetricAsTen() {
    for (int trials : new int[] {10, 1_000_000}) {
      var coin = new Binomial(trials, 0.5);
      for (int more = 1; more < trials / 2; more = more * 3 + 1) {
        double above = coin.atLeast(trials / 2 + more);
        double below = 1 - coin.atLeast(trials / 2 - more + 1);
        assertThat(above).isCloseTo(below, within(1e-12));
      }
    }
    // Half of the middle term, sqrt(2 / (pi n)), is above one half.
    assertThat(new Binomial(1_000_000, 0.5).atLeast(500_000))
        .isCloseTo(0.5 + Math.sqrt(2 / (Math.PI * 1_000_000)) / 2, within(1e-9));
  }

  @Test
  void whatIsNoDistributionIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Binomial(0, 0.5));
    for (double probability : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Binomial(3, probability));
    }
  }
}
