package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeArrivalsTest {
  private final NodeArrivals arrivals = new NodeArrivals();

  /** The clock begins anywhere, and may pass the greatest number. */
  @Test
  void whoCameBeforeASearchBeganWasThere() {
    for (long cameNanos : List.of(5L, Long.MAX_VALUE, Long.MIN_VALUE)) {
      arrivals.came(List.of(Copies.node(1)), List.of(), cameNanos);
      assertThat(arrivals.wasThere(Copies.node(1), cameNanos - 1)).isFalse();
      // Nobody knows which of the two was first.
      assertThat(arrivals.wasThere(Copies.node(1), cameNanos)).isFalse();
      assertThat(arrivals.wasThere(Copies.node(1), cameNanos + 1)).isTrue();
    }
  }

  @Test
  void whoWasThereAtTheBeginningWasThere() {
    assertThat(arrivals.wasThere(Copies.node(1), Long.MIN_VALUE)).isTrue();
  }

  @Test
  void whoLeftAndCameAgainWasNotThereBefore() {
    arrivals.came(List.of(Copies.node(1)), List.of(), 5);
    arrivals.came(List.of(), List.of(Copies.node(1)), 7);
    arrivals.came(List.of(Copies.node(1)), List.of(), 9);
    assertThat(arrivals.wasThere(Copies.node(1), 8)).isFalse();
    assertThat(arrivals.wasThere(Copies.node(1), 10)).isTrue();
  }
}
