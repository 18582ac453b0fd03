package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.benchkit.results.Interruption.Missing;
import org.junit.jupiter.api.Test;

class InterruptionTest {
  @Test
  void itSaysHowMuchWasFinishedAndWhatWasNotReachedByLoad() {
    assertThat(new Interruption(3, 40, "blocks", List.of()).sentence())
        .isEqualTo("Interrupted after 3 of 40 blocks.");
    assertThat(
            new Interruption(
                    0,
                    5,
                    "repeats",
                    List.of(
                        new Missing("a", 0.7),
                        new Missing("a", 0.35),
                        new Missing("b", 0.7),
                        new Missing("a", 0.9),
                        new Missing("b", 0.9)))
                .sentence())
        .isEqualTo(
            "Interrupted in the first of 5 repeats; not reached: a at load 0.35; a, b at load 0.7, 0.9.");
  }

  @Test
  void moreThanWasWantedCannotBeFinished() {
    assertThatThrownBy(() -> new Interruption(6, 5, "blocks", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected 0 to 5 finished blocks, found 6");
  }
}
