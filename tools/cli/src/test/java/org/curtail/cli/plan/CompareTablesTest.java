package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTablesTest {
  private static final String PUBLISHED = "few-to-many-lucene";

  @TempDir Path folder;
  private Path profile = Path.of("");
  private Path table = Path.of("");

  @BeforeEach
  void planATable() throws IOException {
    profile = folder.resolve("profile.json");
    table = folder.resolve("table.json");
    Files.writeString(
        profile,
        """
        {"format":"curtail-profile/1","maxDegree":4,"source":"","timesMs":[
        [100,60,50,40],
        [400,220,160,125]]}
        """);
    Terminal planned =
        curtail(
            "plan",
            "--profile",
            profile,
            "--cores",
            4,
            "--target-parallelism",
            6,
            "--step-ms",
            50,
            "--allow-harm",
            "--out",
            table);
    assertDone(planned);
  }

  private Terminal compare(Object... more) {
    var words = new ArrayList<Object>(List.of("plan", "--profile", profile, "--compare"));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  @Test
  void twoTablesAreSideBySide() {
    Terminal run = compare(PUBLISHED, table);
    assertDone(run);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.getFirst()).isEqualTo("A: " + PUBLISHED);
    assertThat(lines.get(1)).isEqualTo("B: " + table);
    assertThat(lines).hasSize(4 + 24);
    assertThat(lines.get(4)).matches(" +1 +0 0 0 0 +125\\.0 +82\\.5 +4\\.0 +0 0 0 0 .* 1\\.00");
    assertThat(lines.getLast()).matches(" +24 +90 315 390 440 .* e1 .* -");
  }

  @Test
  void aTableComparedWithItselfIsTheSame() {
    Terminal run = compare(table, table, "--max-load", 3);
    assertThat(run.out().lines().skip(4)).hasSize(3).allMatch(line -> line.endsWith(" 1.00"));
  }

  @Test
  void jsonHasAllOfIt() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(compare(PUBLISHED, table, "--json", "--percentile", 50).out());
    assertThat(json.get("percentile").asDouble()).isEqualTo(50);
    assertThat(json.get("first").asText()).isEqualTo(PUBLISHED);
    assertThat(json.get("rows")).hasSize(24);
    assertThat(json.at("/rows/0/first/prediction/tailMs").asDouble()).isEqualTo(40);
    assertThat(json.at("/rows/0/tailRatio").asDouble()).isEqualTo(1);
    assertThat(json.at("/rows/6/second/prediction").isNull()).isTrue();
    assertThat(json.at("/rows/6/tailRatio").isNull()).isTrue();
  }

  @Test
  void whatDoesNotGoWithAComparisonIsMisuse() throws IOException {
    assertUsageError(compare(PUBLISHED), "--compare", "2");
    assertUsageError(
        compare(PUBLISHED, "nowhere"),
        "nowhere: expected an interval table's file or one of few-to-many-lucene, found neither");
    assertUsageError(compare(PUBLISHED, profile), profile.toString(), "format");
    assertUsageError(
        compare(PUBLISHED, table, "--step-ms", 5),
        "--step-ms cannot be given together with --compare, which plans and writes nothing");
    assertUsageError(compare(PUBLISHED, table, "--out", folder.resolve("x")), "--out");
    assertUsageError(compare(PUBLISHED, table, "--split-half"), "--split-half");
    assertUsageError(compare(PUBLISHED, table, "--max-load", 0), "--max-load", "found 0");
    assertUsageError(compare(PUBLISHED, table, "--percentile", 101), "--percentile", "found 101");
    assertUsageError(
        compare(PUBLISHED, table, "--compare", table, table), "--compare: expected two tables");
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"\",\"timesMs\":[[5,3]]}");
    assertUsageError(
        compare(PUBLISHED, table),
        PUBLISHED + ": expected a table of at most the degree 2 that " + profile);
  }
}
