package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.papers.automatic.NoHarm.At;
import org.junit.jupiter.api.Test;

class NoHarmTest {
  @Test
  void aClaimIsWhatAskingEachIntervalGives() {
    for (long seed = 1; seed <= 300; seed++) {
      var random = new SplittableRandom(seed);
      var ratios = new ArrayList<At>();
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        double low = 0.9 + 0.3 * random.nextDouble();
        double high = low + 0.1 * random.nextDouble();
        ratios.add(new At("point " + i, new Ratio((low + high) / 2, low, high)));
      }
      boolean allBelow = ratios.stream().allMatch(at -> at.ratio().high() <= 1.03);
      boolean anyAbove = ratios.stream().anyMatch(at -> at.ratio().low() > 1.03);

      Claim claim = NoHarm.claim("aim", "what", 1.03, ratios);

      assertThat(claim.holds()).as("seed %d", seed).isEqualTo(allBelow);
      assertThat(claim.isTie()).as("seed %d", seed).isEqualTo(!allBelow && !anyAbove);
    }
  }

  @Test
  void theEvidenceNamesTheWorstPointAndCountsTheOthers() {
    Claim claim =
        NoHarm.claim(
            "aim",
            "what",
            1.03,
            List.of(
                new At("2 cores, load 0.1", new Ratio(0.5, 0.4, 0.6)),
                new At("2 cores, load 0.9", new Ratio(1.2, 1.1, 1.3)),
                new At("4 cores, load 0.9", new Ratio(1.02, 1, 1.04))));

    assertThat(claim.holds()).isFalse();
    assertThat(claim.isTie()).isFalse();
    assertThat(claim.evidence())
        .isEqualTo(
            "worst 1.20 (1.10 to 1.30) at 2 cores, load 0.9; of 3 points 1 is above, 1 not decided");
  }

  @Test
  void ratiosAreThoseOfAllRequestsAndOnePolicyBesideItselfIsOne() {
    var random = new SplittableRandom(7);
    var blocks = new ArrayList<double[]>();
    var others = new ArrayList<double[]>();
    double sum = 0;
    double otherSum = 0;
    for (int b = 0; b < 20; b++) {
      double[] ms = new double[50];
      double[] other = new double[50];
      Arrays.setAll(ms, i -> 1 + random.nextDouble());
      Arrays.setAll(other, i -> 2 + random.nextDouble());
      sum += Arrays.stream(ms).sum();
      otherSum += Arrays.stream(other).sum();
      blocks.add(ms);
      others.add(other);
    }
    Against against = Against.of(blocks, others, 1);
    assertThat(against.mean().value()).isCloseTo(sum / otherSum, within(1e-12));
    assertThat(against.mean().high()).isLessThan(1);
    assertThat(Against.of(blocks, blocks, 1).p95()).isEqualTo(new Ratio(1, 1, 1));
  }
}
