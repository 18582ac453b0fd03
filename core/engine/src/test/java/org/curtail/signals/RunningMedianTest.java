package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class RunningMedianTest {
  @Test
  void isTheMedianOfTheLatestValues() {
    Cases.random(
        1,
        200,
        random -> {
          int values = 1 + 2 * random.nextInt(20);
          var median = new BracketedReadings.RunningMedian(values);
          var all = new ArrayList<Long>();
          for (int i = 0; i < 100; i++) {
            // Many are equal.
            long value = random.nextInt(1 + random.nextInt(50));
            median.add(value);
            all.add(value);
            List<Long> latest = all.subList(Math.max(all.size() - values, 0), all.size());
            assertThat(median.least()).isEqualTo(Collections.min(latest));
            assertThat(median.isFull()).isEqualTo(all.size() >= values);
            assertThat(median.value())
                .isEqualTo(latest.stream().sorted().toList().get((latest.size() - 1) / 2));
          }
        });
  }

  @Test
  void ofNothingIsMoreThanAnything() {
    assertThat(new BracketedReadings.RunningMedian(3).value()).isEqualTo(Long.MAX_VALUE);
    assertThat(new BracketedReadings.RunningMedian(3).least()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> new BracketedReadings.RunningMedian(2)).hasMessageContaining("odd: 2");
  }
}
