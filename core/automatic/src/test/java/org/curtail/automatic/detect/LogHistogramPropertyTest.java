package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LogHistogramPropertyTest {
  @Test
  void countsAndPlacesEqualThoseOfTheSortedValues() {
    Cases.random(
        1,
        100,
        random -> {
          var histogram = new LogHistogram();
          var bins = new ArrayList<Integer>();
          int spread = random.nextInt(1, LogHistogram.BINS + 1);
          for (int i = 0; i < random.nextInt(1, 300); i++) {
            int bin = random.nextInt(spread);
            if (bins.size() > 1 && random.nextInt(4) == 0) {
              histogram.add(bins.removeLast(), -1);
            } else {
              histogram.add(bin, 1);
              bins.add(bin);
            }
          }
          var ascending = bins.stream().sorted().toList();
          assertThat(histogram.total()).isEqualTo(ascending.size());
          for (int place = 0; place < ascending.size(); place++) {
            assertThat(histogram.binOf(place)).isEqualTo(ascending.get(place));
          }
          int bin = random.nextInt(LogHistogram.BINS + 1);
          assertThat(histogram.below(bin))
              .isEqualTo(ascending.stream().filter(other -> other < bin).count());
          for (int each = 0; each < LogHistogram.BINS; each += 37) {
            assertThat(histogram.upToEach()[each]).isEqualTo(histogram.below(each + 1));
          }
          assertThat(histogram.median()).isEqualTo(ascending.get((ascending.size() - 1) / 2));
        });
  }

  @Test
  void binsAreTwoPercentWideAndTakeAnyValue() {
    assertThat(LogHistogram.ratio(LogHistogram.bin(300) - LogHistogram.bin(100)))
        .isCloseTo(3, within(0.07));
    assertThat(LogHistogram.bin(0)).isZero();
    assertThat(LogHistogram.bin(Double.MAX_VALUE)).isEqualTo(LogHistogram.BINS - 1);
  }
}
