package org.curtail.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class DemoSizeTest {
  private static final double[] LOADS = {0.5};

  private static int blocks(double meanMs) {
    // A group of one policy at load 0.5: 100 requests probed and served twice as long, with a
    // tenth.
    var size = new DemoSize(0, 10, 1, 1, 100, 66, 40, 20, "0.5", 100, 20, 5);
    return size.blocks(Profile.of("", new double[][] {{meanMs}}), 2, 1, LOADS);
  }

  @Test
  void blocksFillTheTimeThereIs() {
    // 100 requests of 20 ms on 2 cores take 1 s; a group takes (1 + 1 / 0.5) * 1.1 = 3.3 s.
    assertThat(blocks(20)).isEqualTo(20);
  }

  @Test
  void slowSearchesStillGetTheBlocksThatAVerdictNeedsAndFastOnesNoMoreThanUseful() {
    assertThat(blocks(1000)).isEqualTo(5);
    assertThat(blocks(0.1)).isEqualTo(40);
  }
}
