package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LineChartTest {
  @Test
  void namesThatFitStayWhereTheirLinesEnd() {
    assertThat(LineChart.spread(new double[] {10, 50, 90}, 17, 0, 100)).containsExactly(10, 50, 90);
  }

  @Test
  void namesNeverCoverEachOther() {
    for (long seed = 0; seed < 5_000; seed++) {
      var random = new Random(seed);
      double[] wished =
          DoubleStream.generate(() -> 34 + 270 * random.nextDouble())
              .limit(1 + random.nextInt(14))
              .sorted()
              .toArray();

      double[] heights = LineChart.spread(wished, 17, 34, 304);

      for (int i = 1; i < heights.length; i++) {
        assertThat(heights[i] - heights[i - 1]).as("seed " + seed).isGreaterThan(17 - 1e-6);
      }
      assertThat(heights[heights.length - 1]).as("seed " + seed).isLessThan(304 + 1e-6);
      assertThat(heights[0]).as("seed " + seed).isCloseTo(169, within(136.0));
    }
  }
}
