package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Compares with Apache Commons, which computes differently. */
class DistributionPropertyTest {
  private static final double LIMIT = 1e6;
  private static final double ROUNDING = 1e-12;

  private final SplittableRandom random = new SplittableRandom(1);

  private void isTheSame(Distribution ours, ContinuousDistribution theirs) {
    for (int i = 0; i < 50; i++) {
      double share = random.nextDouble(1e-5, 1 - 1e-5);
      double time = theirs.inverseCumulativeProbability(share);
      assertThat(ours.quantile(share, LIMIT)).isCloseTo(time, within(1e-9 * time));
      assertThat(ours.shareUpTo(time))
          .isCloseTo(theirs.cumulativeProbability(time), within(ROUNDING));
    }
    assertThat(ours.shareUpTo(0)).isZero();
    assertThat(ours.shareUpTo(-1)).isZero();
  }

  @Test
  void gammaIsTheSameAtAnyShapeAndScale() {
    for (int i = 0; i < 40; i++) {
      double shape = Math.exp(random.nextDouble(-1, 3));
      double scale = Math.exp(random.nextDouble(-3, 6));
      isTheSame(new Distribution.Gamma(shape, scale), GammaDistribution.of(shape, scale));
    }
  }

  @Test
  void logNormalIsTheSameAtAnyMuAndSigma() {
    for (int i = 0; i < 40; i++) {
      double mu = random.nextDouble(-2, 5);
      double sigma = random.nextDouble(0.1, 1.5);
      isTheSame(new Distribution.LogNormal(mu, sigma), LogNormalDistribution.of(mu, sigma));
    }
  }

  @Test
  void theNormalDistributionIsTheSameOnBothSides() {
    var normal = NormalDistribution.of(0, 1);
    for (double x = -8; x <= 8; x += 0.05) {
      double expected = normal.cumulativeProbability(x);
      assertThat(new Distribution.StandardNormal().shareUpTo(x))
          .isCloseTo(expected, within(ROUNDING * expected));
    }
  }

  @Test
  void aMixtureHasEachKindByItsShare() {
    var first = new Distribution.Gamma(2, 3);
    var second = new Distribution.LogNormal(1, 0.5);
    var mixture = new Distribution.Mixture(0.3, first, second);
    for (double time = 0.5; time < 30; time += 0.5) {
      assertThat(mixture.shareUpTo(time))
          .isCloseTo(0.3 * first.shareUpTo(time) + 0.7 * second.shareUpTo(time), within(ROUNDING));
    }
    assertThat(mixture.shareUpTo(mixture.quantile(0.8, LIMIT))).isCloseTo(0.8, within(ROUNDING));
  }

  @Test
  void quantilesEndAtTheLimit() {
    assertThat(new Distribution.Gamma(2, 100).quantile(0.99, 50)).isEqualTo(50);
  }

  @Test
  void theLogarithmOfTheGammaFunctionIsTheSame() {
    for (double x = 0.05; x < 200; x *= 1.1) {
      double expected = LogGamma.value(x);
      assertThat(IncompleteGamma.logGamma(x))
          .isCloseTo(expected, within(1e-13 * Math.max(1, Math.abs(expected))));
    }
  }

  @Test
  void aShapeIsPositive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IncompleteGamma(0))
        .withMessage("shape must be positive and finite: 0.0");
  }
}
