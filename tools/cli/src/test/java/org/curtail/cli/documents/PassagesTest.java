package org.curtail.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PassagesTest {
  @Test
  void passagesOverlapByHalf() {
    assertThat(Passages.of("a b c d e f g h", 4)).containsExactly("a b c d", "c d e f", "e f g h");
  }

  @Test
  void theLastPassageMayBeShorter() {
    assertThat(Passages.of("a b c d e", 4)).containsExactly("a b c d", "c d e");
  }

  @Test
  void anOddNumberOfWordsStepsByTheSmallerHalf() {
    assertThat(Passages.of("a b c d e", 3)).containsExactly("a b c", "b c d", "c d e");
  }

  @Test
  void aShortTextIsOnePassageAndSpaceWithinStaysAsItIs() {
    assertThat(Passages.of("  a\n  b ", 4)).containsExactly("a\n  b");
    assertThat(Passages.of("  ", 4)).containsExactly("");
  }

  @Test
  void zeroLeavesTheTextWhole() {
    assertThat(Passages.of("  a b  ", 0)).isEqualTo(List.of("  a b  "));
  }

  @Test
  void everyWordIsInAPassage() {
    for (int length = 1; length < 40; length++) {
      List<String> words = IntStream.range(0, length).mapToObj(i -> "w" + i).toList();
      List<String> passages = Passages.of(String.join(" ", words), 6);
      assertThat(passages.stream().flatMap(p -> Arrays.stream(p.split(" "))).distinct())
          .containsExactlyElementsOf(words);
    }
  }

  @Test
  void passagesOfOneWordAreRejected() {
    assertThatThrownBy(() -> Passages.of("a", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 1");
  }
}
