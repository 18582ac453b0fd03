package org.curtail.cli.bench.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.benchkit.replicas.ReplicaNoise.Slowness;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseTextTest {
  @Test
  void pausesAndSlownessAreReadAndWrittenAlike() {
    assertThat(ReplicaOptions.parse(List.of("pause:4%x200ms")))
        .containsExactly(new Pauses(0.04, 200));
    assertThat(ReplicaOptions.parse(List.of("slow:20%x1.5sx3", "pause:0.5%x50ms")))
        .containsExactly(new Slowness(0.2, 1500, 3), new Pauses(0.005, 50));
    assertThat(ReplicaOptions.parse(List.of("none"))).isEmpty();
    for (String word : List.of("pause:4%x200ms", "slow:100%x2000msx3", "none")) {
      assertThat(ReplicaOptions.text(ReplicaOptions.parse(List.of(word)))).containsExactly(word);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pause",
        "pause:4x200ms",
        "pause:4%",
        "pause:4%x200",
        "pause:0%x200ms",
        "pause:101%x200ms",
        "pause:four%x200ms",
        "pause:NaN%x200ms",
        "pause:4%x0ms",
        "pause:4%x200msx3",
        "slow:20%x2s",
        "slow:20%x2sx1",
        "slow:20%x2sxmuch",
        "wait:4%x200ms",
        "pause:-4%x200ms"
      })
  void whatIsNotUnderstoodIsRejectedWithWhatIsExpected(String word) {
    assertThatThrownBy(() -> ReplicaOptions.parse(List.of(word)))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith("--noise: expected ")
        .hasMessageContaining("found");
  }

  @Test
  void eachKindIsThereOnce() {
    assertThatThrownBy(() -> ReplicaOptions.parse(List.of("pause:4%x200ms", "pause:1%x2s")))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("once each");
    assertThatThrownBy(() -> ReplicaOptions.parse(List.of("none", "pause:1%x2s")))
        .isInstanceOf(UsageError.class);
  }
}
