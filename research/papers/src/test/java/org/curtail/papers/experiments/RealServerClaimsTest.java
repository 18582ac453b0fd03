package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServerClaimsTest {
  @TempDir private Path folder;

  @Test
  void withoutAMeasurementTheClaimSaysHowToRunIt() {
    List<Claim> claims = RealServerClaims.of(List.of());
    assertThat(claims).hasSize(2).allMatch(claim -> claim.agreement().isEmpty());
    assertThat(claims.getFirst().evidence())
        .startsWith("not run: ./curtail bench redis --redis 3")
        .contains("apt-get install redis-server");
    assertThat(claims.getLast().evidence())
        .startsWith("not run: ./curtail bench servers --servers 3");
  }

  @Test
  void resultsOfAnotherBenchAreRefused() throws IOException {
    Path file = folder.resolve("results.json");
    var other =
        new Results(
            "bench",
            1,
            2,
            "./curtail bench --replicas 3",
            Map.of(),
            null,
            null,
            null,
            List.of(),
            new Verdict("none", List.of()));
    try (var writer = Files.newBufferedWriter(file)) {
      ResultsFile.write(other, writer);
    }
    assertUsageError(
        curtail("reproduce", "reissue", "--measured", file),
        "--measured: expected results of curtail bench redis or servers, found those of ./curtail bench --replicas 3");
    assertUsageError(
        curtail("reproduce", "few-to-many-bing", "--measured", file),
        "--measured: few-to-many-bing has no claims on real servers");
  }
}
