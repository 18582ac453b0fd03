package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HolmTest {
  /** Holm's procedure from its definition: the smallest value first, each at its own level. */
  private static boolean[] rejected(double[] chances, double level) {
    boolean[] rejected = new boolean[chances.length];
    for (int left = chances.length; left > 0; left--) {
      int least = -1;
      for (int i = 0; i < chances.length; i++) {
        if (!rejected[i] && (least < 0 || chances[i] < chances[least])) {
          least = i;
        }
      }
      if (chances[least] > level / left) {
        break;
      }
      rejected[least] = true;
    }
    return rejected;
  }

  @Test
  void correctedPValuesAgreeWithTheProcedure() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      double[] chances = new double[1 + random.nextInt(12)];
      Arrays.setAll(chances, i -> Math.pow(random.nextDouble(), 4));
      double[] adjusted = Holm.adjusted(chances);
      for (double level : new double[] {0.001, 0.01, 0.05, 0.3, 0.9}) {
        boolean[] found = new boolean[chances.length];
        for (int i = 0; i < found.length; i++) {
          found[i] = adjusted[i] <= level;
        }
        assertThat(found).as("seed %d", seed).isEqualTo(rejected(chances, level));
      }
    }
  }

  @Test
  void noPValuesGiveNone() {
    assertThat(Holm.adjusted(new double[0])).isEmpty();
  }
}
