package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseTextTest {
  @Test
  void writtenPhasesAreReadAgain() {
    var phases =
        List.of(new Stint.PhaseCount(0, 100, 10), new Stint.PhaseCount(65_535, 1L << 50, 7));
    assertThat(PhaseText.parse(PhaseText.of(phases))).isEqualTo(phases);
    assertThat(PhaseText.parse(PhaseText.of(List.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1 2", "1 2 x", "1 2 3 4", " ", "-1 2 3", "1  2 3"})
  void otherTextsAreRejectedWithTheFieldsName(String text) {
    assertThatThrownBy(() -> PhaseText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("phases")
        .hasMessageEndingWith(text);
  }
}
