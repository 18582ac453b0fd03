package org.curtail.benchkit.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.benchkit.results.Quality;
import org.junit.jupiter.api.Test;

class ResponseQualityTest {
  private static final float[] BASELINE = {9, 7, 5, 3};

  private static Quality of(float... tested) {
    return ResponseQuality.of(BASELINE, tested);
  }

  private static void assertQuality(Quality quality, double proportional, double exponential) {
    assertThat(quality.proportional()).isEqualTo(proportional, within(1e-12));
    assertThat(quality.exponential()).isEqualTo(exponential, within(1e-12));
  }

  @Test
  void fourHitsHaveTheWeightsOfThePaper() {
    assertQuality(of(10, 7, 5, 3), 1 / 4.0, 8 / 15.0);
    assertQuality(of(9, 8, 5, 3), 1 / 4.0, 4 / 15.0);
    assertQuality(of(9, 7, 6, 3), 1 / 4.0, 2 / 15.0);
    assertQuality(of(9, 7, 5, 4), 1 / 4.0, 1 / 15.0);
  }

  @Test
  void equalAnswersAreEqualAndNoWorse() {
    assertThat(of(BASELINE)).isEqualTo(Quality.EQUAL);
    assertThat(of(BASELINE).reachesSequential()).isTrue();
    assertThat(ResponseQuality.of(new float[0], new float[0])).isEqualTo(Quality.EQUAL);
  }

  @Test
  void betterAndWorseAreSetOffAgainstEachOther() {
    assertQuality(of(8, 8, 5, 3), 0, -4 / 15.0);
    assertThat(of(8, 8, 5, 3).reachesSequential()).isFalse();
    assertQuality(of(9, 6, 6, 4), 1 / 4.0, -1 / 15.0);
    assertQuality(of(10, 8, 6, 4), 1, 1);
    assertQuality(of(1, 1, 1, 1), -1, -1);
  }

  @Test
  void theAmountOfTheDifferenceDoesNotMatter() {
    assertThat(of(9, 7, 5, 100)).isEqualTo(of(9, 7, 5, Math.nextUp(3f)));
  }

  @Test
  void aHitThatIsMissingIsWorseAndOneMoreIsBetter() {
    assertQuality(of(9, 7, 5), -1 / 4.0, -1 / 15.0);
    assertQuality(of(), -1, -1);
    assertQuality(ResponseQuality.of(new float[] {9, 7, 5}, BASELINE), 1 / 4.0, 1 / 15.0);
    assertQuality(ResponseQuality.of(new float[0], BASELINE), 1, 1);
  }

  @Test
  void weightsAddUpToOneHoweverManyHits() {
    for (int ranks : new int[] {1, 2, 4, 10, 100, 5000}) {
      double sum =
          IntStream.range(0, ranks)
              .mapToDouble(rank -> ResponseQuality.exponentialWeight(rank, ranks))
              .sum();
      assertThat(sum).as("%d ranks", ranks).isEqualTo(1, within(1e-12));
    }
  }
}
