package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** This artifact's tests have no other one of curtail on their class path. */
class AutomaticWithoutArtifactTest {
  @Test
  void automaticSaysWhichArtifactIsMissing() {
    assertThatThrownBy(() -> Curtail.automatic().start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("needs the artifact org.curtail:curtail-automatic");
  }
}
