package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.terminal.Console;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaBenchTest {
  private static Console silent() {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new Console(nowhere, nowhere, false);
  }

  @Test
  @Tag("long")
  void allPoliciesAreMeasuredAtEveryLoadAndTheResultsGoThroughAFile(@TempDir Path folder)
      throws Exception {
    ReplicaSetting setting =
        ReplicaSettings.of(
            2, 0.4, 100, 5, ReplicaPolicy.NONE, ReplicaPolicy.SINGLE_R, ReplicaPolicy.LAEDGE);

    Results results = new ReplicaBench(setting, silent()).run("./curtail bench", Map.of());

    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly("none", "single-r", "laedge");
    assertThat(results.runs()).allMatch(run -> run.requests() == 5 * 90 && run.load() == 0.4);
    assertThat(results.runs()).allMatch(run -> run.checks().failed() == 0);
    HedgeFigures none = hedges(results, "none");
    assertThat(none.hedgesSent()).isZero();
    assertThat(none.budget()).isNull();
    assertThat(hedges(results, "single-r").budget()).isEqualTo(0.1);
    assertThat(hedges(results, "single-r").exceedsBudget()).isFalse();
    assertThat(hedges(results, "laedge").hedgesSent()).isPositive();
    assertThat(run(results, "none").against()).isEmpty();
    assertThat(run(results, "single-r").against()).hasSize(1);
    assertThat(results.settings()).containsKeys("plan of single-r", "slots of each");

    Path file = folder.resolve("results.json");
    try (var writer = Files.newBufferedWriter(file)) {
      ResultsFile.write(results, writer);
    }
    assertThat(ResultsFile.read(file).runs()).isEqualTo(results.runs());
    assertThat(ResultsFile.read(file).verdict()).isEqualTo(results.verdict());
    List<String> lines = ReplicaText.lines(results);
    assertThat(lines.getFirst()).contains("policy", "p99.9", "copies", "budget", "won");
    assertThat(lines.subList(1, 4)).allMatch(line -> line.contains("40 %"));
  }

  private static Run run(Results results, String policy) {
    return results.runs().stream()
        .filter(run -> run.policy().equals(policy))
        .findFirst()
        .orElseThrow();
  }

  private static HedgeFigures hedges(Results results, String policy) {
    return Objects.requireNonNull(run(results, policy).hedges());
  }
}
