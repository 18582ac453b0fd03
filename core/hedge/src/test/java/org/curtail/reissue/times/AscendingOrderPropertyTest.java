package org.curtail.reissue.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.curtail.reissue.RandomLog;
import org.curtail.reissue.times.Sample.AscendingOrder;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class AscendingOrderPropertyTest {
  @Test
  void orderIsThatOfAStableSort() {
    Cases.random(
        1,
        500,
        random -> {
          double[] times = RandomLog.times(random, random.nextInt(1, 300));
          for (int i = 0; i < times.length; i++) {
            // Any magnitude, and -0, which equals 0.
            int kind = random.nextInt(10);
            times[i] =
                kind == 0 ? -0.0 : kind == 1 ? Double.MIN_VALUE : kind == 2 ? 1e300 : times[i];
          }
          int[] expected =
              IntStream.range(0, times.length)
                  .boxed()
                  .sorted(Comparator.comparingDouble(i -> times[i] + 0.0))
                  .mapToInt(Integer::intValue)
                  .toArray();
          assertThat(AscendingOrder.of(times)).isEqualTo(expected);
        });
  }
}
