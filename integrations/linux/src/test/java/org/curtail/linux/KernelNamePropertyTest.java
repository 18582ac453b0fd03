package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KernelNamePropertyTest {
  private static final String ALPHABET = "ab-ä€🐢";

  /** Compares with the definition: the longest prefix of whole characters that fits. */
  @Test
  void keepsTheLongestPrefixThatFits() {
    for (long seed = 0; seed < 2000; seed++) {
      var random = new SplittableRandom(seed);
      int[] characters =
          random
              .ints(random.nextInt(20), 0, ALPHABET.codePointCount(0, ALPHABET.length()))
              .map(i -> ALPHABET.codePoints().toArray()[i])
              .toArray();
      int fitting = 0;
      while (fitting < characters.length && utf8(characters, fitting + 1).length <= 15) {
        fitting++;
      }
      assertThat(KernelName.of(new String(characters, 0, characters.length)))
          .as("seed %d", seed)
          .isEqualTo(utf8(characters, fitting));
    }
  }

  private static byte[] utf8(int[] characters, int count) {
    return new String(characters, 0, count).getBytes(StandardCharsets.UTF_8);
  }
}
