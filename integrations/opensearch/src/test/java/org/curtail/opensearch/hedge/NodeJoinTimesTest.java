package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeJoinTimesTest {
  private final NodeJoinTimes arrivals = new NodeJoinTimes();

  /** The clock begins at any value, and may overflow. */
  @Test
  void whoCameBeforeASearchBeganWasThere() {
    for (long joinNanos : List.of(5L, Long.MAX_VALUE, Long.MIN_VALUE)) {
      arrivals.update(List.of(Copies.node(1)), List.of(), joinNanos);
      assertThat(arrivals.hadJoined(Copies.node(1), joinNanos - 1)).isFalse();
      // The order of the two is unknown.
      assertThat(arrivals.hadJoined(Copies.node(1), joinNanos)).isFalse();
      assertThat(arrivals.hadJoined(Copies.node(1), joinNanos + 1)).isTrue();
    }
  }

  @Test
  void whoWasThereAtTheBeginningWasThere() {
    assertThat(arrivals.hadJoined(Copies.node(1), Long.MIN_VALUE)).isTrue();
  }

  @Test
  void whoLeftAndCameAgainWasNotThereBefore() {
    arrivals.update(List.of(Copies.node(1)), List.of(), 5);
    arrivals.update(List.of(), List.of(Copies.node(1)), 7);
    arrivals.update(List.of(Copies.node(1)), List.of(), 9);
    assertThat(arrivals.hadJoined(Copies.node(1), 8)).isFalse();
    assertThat(arrivals.hadJoined(Copies.node(1), 10)).isTrue();
  }
}
