package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimesTest {
  @Test
  void shortestAndLongestTenthAreLeftOut() {
    for (long seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      double[] millis = random.doubles(10L * random.nextInt(1, 8), 0, 50).toArray();
      var times = new Times();
      Arrays.stream(millis).forEach(times::add);
      double[] sorted = millis.clone();
      Arrays.sort(sorted);
      int tenth = millis.length / 10;
      assertThat(times.trimmedMean())
          .isEqualTo(
              Arrays.stream(sorted, tenth, millis.length - tenth).average().orElseThrow(),
              within(1e-9));
      assertThat(times.sorted()).as("seed %d", seed).isEqualTo(sorted);
    }
  }

  @Test
  void timeAddedLaterCountsToo() {
    var times = new Times();
    times.add(5);
    assertThat(times.trimmedMean()).isEqualTo(5);
    times.add(1);
    assertThat(times.sorted()).containsExactly(1, 5);
    assertThat(times.trimmedMean()).isEqualTo(3);
  }
}
