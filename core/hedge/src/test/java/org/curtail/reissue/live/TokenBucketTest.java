package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** A budget of copies. */
class TokenBucketTest {
  /** Decimal fractions, so that the oracle knows no rounding. */
  @Test
  void tokensEqualExactArithmetic() {
    Cases.random(
        1,
        300,
        random -> {
          BigDecimal perRequest = BigDecimal.valueOf(1 + random.nextInt(150), 2);
          BigDecimal most = BigDecimal.valueOf(1 + random.nextInt(20));
          BigDecimal exact = BigDecimal.valueOf(random.nextInt(most.intValue() + 1));
          var bucket =
              new TokenBucket(perRequest.doubleValue(), most.doubleValue(), exact.doubleValue());
          for (int step = 0; step < 500; step++) {
            int kind = random.nextInt(3);
            if (kind == 0) {
              int requests = random.nextInt(5);
              bucket.earn(requests);
              exact = exact.add(perRequest.multiply(BigDecimal.valueOf(requests))).min(most);
            } else if (kind == 1) {
              boolean has = exact.compareTo(BigDecimal.ONE) >= 0;
              assertThat(bucket.take()).as("%s tokens", exact).isEqualTo(has);
              exact = has ? exact.subtract(BigDecimal.ONE) : exact;
            } else if (random.nextInt(4) == 0) {
              bucket.giveBack();
              exact = exact.add(BigDecimal.ONE).min(most);
            }
            assertThat(bucket.tokens()).isCloseTo(exact.doubleValue(), within(1e-9));
          }
        });
  }

  @Test
  void impossibleSettingsAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TokenBucket(0, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new TokenBucket(0.1, 0.5, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TokenBucket(0.1, 2, 3))
        .withMessageContaining("3.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new TokenBucket(Double.NaN, 1, 0));
  }
}
