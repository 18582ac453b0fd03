package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.SampleResults;
import org.junit.jupiter.api.Test;

class BenchTextTest {
  @Test
  void aPercentileOfTooFewRequestsIsADashThatIsExplained() {
    List<String> lines = BenchText.lines(SampleResults.inconclusive(null));

    assertThat(lines.get(1)).startsWith("0.30  sequential").containsPattern("\\d {8}- {8}- ");
    assertThat(lines).contains("- too few requests: p99 takes 1,000, p99.9 takes 10,000");
    assertThat(lines)
        .anyMatch(line -> line.contains("p95 ") && line.contains("p99 -  of lucene-2"));
    assertThat(String.join(" ", BenchText.lines(SampleResults.twoCores())))
        .doesNotContain("too few", " - ");
  }

  @Test
  void anInterruptedTableSaysSoAndNamesWhatWasNotReached() {
    var stopped =
        new Interruption(
            3, 40, "blocks", List.of(new Interruption.Missing("few-to-many-literal", 0.7)));
    List<String> lines = BenchText.lines(SampleResults.inconclusive(stopped));

    assertThat(lines.getFirst()).isEqualTo("interrupted after 3 of 40 blocks");
    assertThat(lines).contains("0.70  few-to-many-literal   interrupted");
  }

  @Test
  void withoutRatiosItSaysWhy() {
    assertThat(BenchText.lines(SampleResults.bare()))
        .contains("no ratios: no policy is beside sequential, threads, lucene-N or a stock mode");
  }
}
