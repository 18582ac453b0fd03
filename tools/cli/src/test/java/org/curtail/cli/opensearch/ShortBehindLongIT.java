package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code curtail bench opensearch --mix} on a real node: look-ups of a millisecond beside scripted
 * searches of a second. The look-ups do not wait with the plugin.
 */
@Tag("long")
@Timeout(3_600)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class ShortBehindLongIT {
  private static final int ROUNDS = Integer.getInteger("curtail.opensearch.rounds", 3);
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("curtail.opensearch.round.seconds", "60"));

  @TempDir private Path folder = Path.of("");

  @Test
  void lookUpsDoNotWaitForThePlugin() {
    Terminal bench =
        curtail(
            "bench",
            "opensearch",
            "--mix",
            "--long-rate",
            "0.7,1.1",
            "--seconds",
            SECONDS,
            "--repeats",
            ROUNDS,
            "--opensearch-zip",
            PluginZip.published(),
            "--plugin-zip",
            PluginZip.built(),
            "--out",
            folder);
    assertDone(bench);
    System.out.println(bench.out());
    Results results = ResultsFile.read(folder.resolve("results.json"));
    assertThat(results.runs())
        .hasSize(6)
        .allSatisfy(run -> assertThat(run.checks().failed()).isZero())
        .allSatisfy(run -> assertThat(run.checks().mismatches()).isZero());
    List<Run> plugin =
        results.runs().stream().filter(run -> run.policy().equals("curtail")).toList();
    assertThat(shareOfP99(plugin.getFirst(), "stock-auto")).as(bench.out()).isLessThan(2);
    assertThat(shareOfP99(plugin.getLast(), "stock-auto")).as(bench.out()).isLessThan(0.5);
    assertThat(shareOfP99(plugin.getLast(), "stock-auto+24-threads")).as(bench.out()).isLessThan(2);
  }

  private static double shareOfP99(Run run, String baseline) {
    return run.against().stream()
        .filter(one -> one.baseline().equals(baseline))
        .map(Comparison::p99)
        .findFirst()
        .orElseThrow()
        .value();
  }
}
