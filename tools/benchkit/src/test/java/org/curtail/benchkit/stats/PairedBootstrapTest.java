package org.curtail.benchkit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.curtail.Percentile;
import org.junit.jupiter.api.Test;

class PairedBootstrapTest {
  private static List<double[]> blocks(Random random, int count, double scale) {
    var blocks = new ArrayList<double[]>();
    for (int b = 0; b < count; b++) {
      double[] block = new double[1 + random.nextInt(30)];
      Arrays.setAll(block, i -> scale * -Math.log1p(-random.nextDouble()));
      blocks.add(block);
    }
    return blocks;
  }

  @Test
  void aPercentileOfDrawnBlocksIsThatOfTheirValuesTogether() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      List<double[]> blocks = blocks(random, 1 + random.nextInt(6), 1);
      int[] draw = new int[blocks.size()];
      for (int i = 0; i < draw.length; i++) {
        draw[random.nextInt(draw.length)]++;
      }
      var together = new ArrayList<Double>();
      for (int b = 0; b < draw.length; b++) {
        for (int times = 0; times < draw[b]; times++) {
          Arrays.stream(blocks.get(b)).forEach(together::add);
        }
      }
      double[] ascending = together.stream().mapToDouble(ms -> ms).sorted().toArray();
      for (double percentile : new double[] {0, 50, 95, 99, 100}) {
        assertThat(PairedBootstrap.percentile(blocks, percentile).applyAsDouble(draw))
            .as("seed %d, percentile %s", seed, percentile)
            .isEqualTo(Percentile.of(ascending, percentile));
      }
      assertThat(PairedBootstrap.mean(blocks).applyAsDouble(draw))
          .as("seed %d", seed)
          .isCloseTo(Arrays.stream(ascending).average().orElseThrow(), within(1e-9));
    }
  }

  @Test
  void theMedianOfDrawnBlocksIsThatOfTheirValues() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      double[] values = random.doubles(1 + random.nextInt(8)).toArray();
      int[] draw = new int[values.length];
      var drawn = new ArrayList<Double>();
      for (int i = 0; i < draw.length; i++) {
        int block = random.nextInt(draw.length);
        draw[block]++;
        drawn.add(values[block]);
      }
      drawn.sort(null);
      int half = drawn.size() / 2;
      double median =
          drawn.size() % 2 == 1 ? drawn.get(half) : (drawn.get(half - 1) + drawn.get(half)) / 2;
      assertThat(PairedBootstrap.median(values).applyAsDouble(draw))
          .as("seed %d", seed)
          .isEqualTo(median);
    }
  }

  @Test
  void equalContendersShowNoDifferenceAndAConstantRatioHasNoWidth() {
    List<double[]> one = blocks(new Random(1), 20, 3);
    List<double[]> half =
        one.stream().map(b -> Arrays.stream(b).map(ms -> ms / 2).toArray()).toList();
    var bootstrap = new PairedBootstrap(20, 1);
    Ratio same = bootstrap.ratio(PairedBootstrap.mean(one), PairedBootstrap.mean(one));
    assertThat(same).isEqualTo(new Ratio(1, 1, 1));
    assertThat(same.differs()).isFalse();
    Ratio halved =
        bootstrap.ratio(PairedBootstrap.percentile(half, 99), PairedBootstrap.percentile(one, 99));
    assertThat(halved.value()).isCloseTo(0.5, within(1e-12));
    assertThat(halved.high()).isCloseTo(0.5, within(1e-12));
    assertThat(halved.differs()).isTrue();
  }

  @Test
  void intervalsOfTheMeanCoverTheTruthAboutAsOftenAsTheySay() {
    // Oracle: the true ratio of means is 1.
    for (int count : new int[] {6, 12, 40}) {
      int covered = 0;
      int trials = 400;
      for (int trial = 0; trial < trials; trial++) {
        var random = new Random(1000L * count + trial);
        var bootstrap = new PairedBootstrap(count, trial);
        List<double[]> one = normalBlocks(random, count);
        List<double[]> other = normalBlocks(random, count);
        Ratio ratio = bootstrap.ratio(PairedBootstrap.mean(one), PairedBootstrap.mean(other));
        if (!ratio.differs()) {
          covered++;
        }
      }
      assertThat((double) covered / trials)
          .as("coverage with %d blocks", count)
          .isBetween(0.90, 0.99);
    }
  }

  private static List<double[]> normalBlocks(Random random, int count) {
    var blocks = new ArrayList<double[]>();
    for (int b = 0; b < count; b++) {
      double shift = random.nextGaussian();
      double[] block = new double[20];
      Arrays.setAll(block, i -> 20 + shift + random.nextGaussian());
      blocks.add(block);
    }
    return blocks;
  }

  @Test
  void fewBlocksMoveTheEndsOutAsFarAsStudentDoes() {
    assertThat(PairedBootstrap.lowPercentile(1)).isZero();
    assertThat(PairedBootstrap.lowPercentile(6)).isCloseTo(0.243, within(0.01));
    assertThat(PairedBootstrap.lowPercentile(100_000)).isCloseTo(2.5, within(0.01));
    double previous = 0;
    for (int blocks = 2; blocks < 200; blocks++) {
      double percentile = PairedBootstrap.lowPercentile(blocks);
      assertThat(percentile).as("%d blocks", blocks).isGreaterThanOrEqualTo(previous);
      previous = percentile;
    }
  }
}
