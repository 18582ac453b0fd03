package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextFeaturesTest {
  @Test
  void wordsAndKindsOfCharactersAreCounted() {
    assertThat(TextFeatures.of("A title", "One one; 2 ", 3))
        .isEqualTo(new TextFeatures(3, 3, 266, 125, 125, 125, 3, 2));
  }

  @Test
  void wordsThatDifferOnlyInCaseAreTheSame() {
    assertThat(TextFeatures.of("", "One one ONE", 0).distinct()).isEqualTo(1);
  }

  @Test
  void anEmptyTextHasOnlyZeros() {
    assertThat(TextFeatures.of("", "", 0)).isEqualTo(new TextFeatures(0, 0, 0, 0, 0, 0, 0, 0));
  }
}
