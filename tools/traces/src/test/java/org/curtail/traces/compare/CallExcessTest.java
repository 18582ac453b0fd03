package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CallExcessTest {
  private static final int FRONT = 0;
  private static final int CART = 1;
  private static final int PRICES = 2;
  private static final int STOCK = 3;

  private static void assertMillis(CallExcess excess, double front, double cart, double prices) {
    Map<Integer, Double> found = excess.byService();
    assertThat(found.getOrDefault(FRONT, 0.0)).as("front").isEqualTo(front, within(1e-9));
    assertThat(found.getOrDefault(CART, 0.0)).as("cart").isEqualTo(cart, within(1e-9));
    assertThat(found.getOrDefault(PRICES, 0.0)).as("prices").isEqualTo(prices, within(1e-9));
  }

  @Test
  void excessOfOneCallBelongsToItsCallee() {
    var excess = new CallExcess();
    excess.add(FRONT, CART, 10, 200);
    assertMillis(excess, 0, 200, 0);
  }

  @Test
  void excessOfOneOfManyCallsBelongsToItsCallee() {
    var excess = new CallExcess();
    excess.add(FRONT, CART, 10, 200);
    excess.add(FRONT, PRICES, 10, 0);
    excess.add(FRONT, STOCK, 10, 0);
    assertMillis(excess, 0, 200, 0);
  }

  @Test
  void commonExcessOfACallersCallsBelongsToTheCaller() {
    var excess = new CallExcess();
    excess.add(FRONT, CART, 10, 100);
    excess.add(FRONT, PRICES, 20, 200);
    excess.add(FRONT, STOCK, 10, 100);
    assertMillis(excess, 400, 0, 0);
  }

  @Test
  void excessOfAllCallsOfAServiceBelongsToTheService() {
    var excess = new CallExcess();
    excess.add(FRONT, CART, 10, 150);
    excess.add(CART, STOCK, 10, 150);
    excess.add(FRONT, PRICES, 10, 0);
    assertMillis(excess, 0, 300, 0);
  }

  @Test
  void decreaseOfACallBelongsToItsCallee() {
    var excess = new CallExcess();
    excess.add(FRONT, CART, 10, -50);
    excess.add(FRONT, PRICES, 10, 80);
    assertMillis(excess, 0, -50, 80);
  }

  @Test
  void serviceThatExplainsMostIsFirst() {
    // The front adds a millisecond to all calls, prices another to a few.
    var excess = new CallExcess();
    excess.add(FRONT, CART, 1_000, 1_000);
    excess.add(FRONT, PRICES, 10, 20);
    assertMillis(excess, 1_010, 0, 10);
  }

  @Test
  void wholeExcessIsAttributed() {
    for (long seed = 0; seed < 500; seed++) {
      var random = new SplittableRandom(seed);
      var excess = new CallExcess();
      double all = 0;
      for (int i = random.nextInt(1, 8); i > 0; i--) {
        double millis = random.nextInt(4) == 0 ? 0 : random.nextDouble(-20, 100);
        excess.add(random.nextInt(3), random.nextInt(3, 6), random.nextInt(1, 50), millis);
        all += millis;
      }
      assertThat(excess.byService().values().stream().mapToDouble(Double::doubleValue).sum())
          .as("seed %d", seed)
          .isEqualTo(all, within(1e-3));
    }
  }
}
