package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code curtail bench opensearch --emulate-cores}: a node on cores that this machine lacks. */
@Tag("long")
@Timeout(3_600)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class EmulatedNodeIT {
  /** More than the tenth of a quiet machine. */
  private static final Percentage CLOSE = Percentage.withPercentage(25);

  @TempDir private Path folder = Path.of("");

  @Test
  void latenciesAreThoseOfTheSimulator() {
    Terminal bench =
        curtail(
            "bench",
            "opensearch",
            "--emulate-cores",
            16,
            "--load",
            0.5,
            "--requests",
            400,
            "--repeats",
            2,
            "--policies",
            "stock-none,stock-all,curtail-fixed-4",
            "--opensearch-zip",
            PluginZip.published(),
            "--plugin-zip",
            PluginZip.built(),
            "--emulated-node-zip",
            PluginZip.emulatedNode(),
            "--out",
            folder);
    assertDone(bench);
    Results results = ResultsFile.read(folder.resolve("results.json"));
    List<Run> runs = results.runs();
    assertThat(runs).hasSize(6);
    for (int i = 0; i < 3; i++) {
      Run node = runs.get(i);
      Run simulated = runs.get(i + 3);
      assertThat(simulated.policy()).isEqualTo("simulated " + node.policy());
      assertThat(node.checks().failed() + node.checks().mismatches()).isZero();
      assertThat(node.latency().meanMs())
          .as(bench.out())
          .isCloseTo(simulated.latency().meanMs(), CLOSE);
    }
  }
}
