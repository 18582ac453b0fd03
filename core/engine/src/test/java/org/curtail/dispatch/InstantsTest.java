package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Held against numbers that have no end. */
class InstantsTest {
  private static final List<Long> NANOS =
      List.of(
          0L, 1L, 7L, Long.MAX_VALUE / 3, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);

  private static long atMostTheEnd(BigInteger nanos) {
    return nanos.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  @Test
  void aMomentAfterAnotherIsAtMostTheEndOfTime() {
    for (long moment : List.of(Long.MIN_VALUE, -7L, 0L, 5L, Long.MAX_VALUE - 7, Long.MAX_VALUE)) {
      for (long nanos : NANOS) {
        assertThat(Instants.after(moment, nanos))
            .as("%s + %s", moment, nanos)
            .isEqualTo(atMostTheEnd(BigInteger.valueOf(moment).add(BigInteger.valueOf(nanos))));
      }
    }
  }

  @Test
  void aTimeTakenOftenIsAtMostTheEndOfTime() {
    for (long nanos : NANOS) {
      for (int count : List.of(0, 1, 2, 3, 4, Integer.MAX_VALUE)) {
        assertThat(Instants.times(nanos, count))
            .as("%s * %s", nanos, count)
            .isEqualTo(atMostTheEnd(BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(count))));
      }
    }
  }
}
