package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.TreeMap;
import org.curtail.automatic.Contention.SharedCores;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SharedCoresTest {
  @Test
  void equalsTheWholeTimeWithCoresForAll() {
    var shared = new SharedCores(4);
    shared.changed(0, 1);
    shared.changed(10, 4);
    assertThat(shared.share(0, 20)).isEqualTo(1);
  }

  @Test
  void isTheShareOfTheCoresOtherwise() {
    var shared = new SharedCores(2);
    shared.changed(0, 2);
    shared.changed(100, 4);
    shared.changed(200, 8);
    assertThat(shared.share(0, 100)).isCloseTo(1, within(1e-9));
    assertThat(shared.share(100, 200)).isCloseTo(0.5, within(1e-9));
    assertThat(shared.share(0, 300)).isCloseTo((1 + 0.5 + 0.25) / 3, within(1e-9));
    assertThat(shared.share(150, 250)).isCloseTo((0.5 + 0.25) / 2, within(1e-9));
  }

  /** By adding up many short times, over more changes than are remembered. */
  @Test
  void agreesWithAddingUp() {
    Cases.random(
        1,
        3,
        random -> {
          var shared = new SharedCores(3);
          var requestsAt = new TreeMap<Long, Integer>();
          long now = 0;
          for (int change = 0; change < 40_000; change++) {
            now += random.nextLong(0, 5);
            int requests = random.nextInt(0, 9);
            shared.changed(now, requests);
            requestsAt.put(now, requests);
          }
          for (int check = 0; check < 20; check++) {
            long from = now - random.nextLong(1, 20_000);
            long to = random.nextLong(from + 1, now + 10);
            double sum = 0;
            for (long at = from; at < to; at++) {
              sum += Math.min(1, 3.0 / Math.max(requestsAt.floorEntry(at).getValue(), 1));
            }
            assertThat(shared.share(from, to)).isCloseTo(sum / (to - from), within(1e-6));
          }
        });
  }

  @Test
  void restoresTheTimesOfARequestAlone() {
    var shared = new SharedCores(1);
    shared.changed(0, 4);
    var request =
        new Timeline(
            50, 100, 500, 400, 1, 10, List.of(new Timeline.Phase(1, 400, 10)), Outcome.COMPLETED);
    Timeline alone = shared.alone(request, 100, 500);
    assertThat(alone.executionNanos()).isEqualTo(100);
    assertThat(alone.path()).containsExactly(new Timeline.Phase(1, 100, 10));
    assertThat(alone.threadNanos()).isEqualTo(100);
    assertThat(alone.endNanos()).isEqualTo(500);
  }
}
