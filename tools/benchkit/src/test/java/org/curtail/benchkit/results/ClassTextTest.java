package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.benchkit.stats.Ratio;
import org.junit.jupiter.api.Test;

class ClassTextTest {
  private static String cells(String line) {
    return line.strip().replaceAll(" {2,}", " | ");
  }

  @Test
  void aRowForEachPolicyAndOneForEachClass() {
    List<String> lines = ClassText.lines(SampleEnergy.results());
    assertThat(lines).hasSize(5 + 1 + 9);
    assertThat(cells(lines.getFirst()))
        .isEqualTo(
            "load | policy | p99 | simulated | ratio | 95 % interval | mJ/request | simulated | ratio | of all-fast | 95 % interval | moves");
    assertThat(cells(lines.get(2)))
        .isEqualTo(
            "20 % | slow-to-fast-20 | 64.0 ms | 61.0 ms | 0.984 | 0.97 to 1.02 | 8.40 | 8.57 | 0.980 | 70 % | 69.0 to 72.0 % | 0.30");
    assertThat(cells(lines.get(9)))
        .isEqualTo("20 % | slow-to-fast-20 | big | 4.00 ms | 3.96 ms | 1 | 0.980 | 4.00 | 0.200");
    assertThat(lines.get(8))
        .as("a class on which nothing ran held no speed")
        .satisfies(line -> assertThat(cells(line)).contains("| little | 0 ms | 0 ms | 0.4 | - |"));
  }

  @Test
  void whatNobodyKnowsIsLeftOut() {
    List<String> lines = ClassText.lines(SampleEnergy.withoutWatts());
    assertThat(lines.get(2)).contains("64.0 ms").contains("-").doesNotContain("8.40");
    assertThat(ClassText.lines(SampleResults.twoCores())).isEmpty();
  }

  @Test
  void figuresThatCannotBeAreRefused() {
    var ratio = new Ratio(1, 1, 1);
    assertThatThrownBy(
            () -> new EnergyFigures(List.of(), 0, 0, 1, 1, ratio, ratio, null, null, null, null))
        .hasMessage("classes: expected at least one, found none");
    assertThatThrownBy(() -> new EnergyFigures.ClassFigures("big", 1, 0, null, 1, 1, null, null))
        .hasMessage("speed must be above 0: 0.0");
    assertThatThrownBy(() -> new EnergyFigures.ClassFigures("big", 1, 1, null, -1, 1, null, null))
        .hasMessageContaining("busyMs must be at least 0: -1");
  }
}
