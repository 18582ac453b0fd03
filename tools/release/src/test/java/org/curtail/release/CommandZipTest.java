package org.curtail.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command, unpacked from its zip in a folder far from any checkout. */
class CommandZipTest {
  @TempDir static Path folder;

  private static Path home = Path.of("");

  @BeforeAll
  static void unpack() throws IOException {
    Release.unpack(Release.DOWNLOADS.resolve("curtail-" + Release.VERSION + ".zip"), folder);
    home = folder.resolve("curtail-" + Release.VERSION);
  }

  private static Release.Ended curtail(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(home.resolve("bin/curtail").toString()));
    line.addAll(List.of(words));
    return Release.run(folder, line, Map.of("JAVA_HOME", System.getProperty("java.home")));
  }

  @Test
  void itKnowsItsVersion() throws Exception {
    Release.Ended ended = curtail("--version");
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output()).contains(Release.VERSION).doesNotContain("SNAPSHOT");
  }

  @Test
  void itSimulatesAndReports() throws Exception {
    Release.Ended simulated =
        curtail(
            "simulate",
            "--profile=few-to-many-lucene",
            "--cores=4",
            "--load=0.3",
            "--policies=sequential,tail-index",
            "--requests=1000",
            "--out=results.json");
    assertThat(simulated.exitCode()).as(simulated.output()).isZero();
    Release.Ended reported = curtail("report", "results.json", "--out=report.html");
    assertThat(reported.exitCode()).as(reported.output()).isZero();
    assertThat(folder.resolve("report.html")).content().contains("</html>");
  }

  @Test
  void itIsAJarThatRunsByItself() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Release.Ended ended =
        Release.run(
            folder,
            List.of(java, "-jar", home.resolve("curtail.jar").toString(), "policies"),
            Map.of());
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("tail-index");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reproduce kwiken | curtail-papers.jar",
        "traces show spans.json --spark local[1] | curtail-spark",
        "demo --opensearch | --plugin-zip"
      })
  void whatNeedsACheckoutSaysSo(String words, String named) throws Exception {
    Files.writeString(folder.resolve("spans.json"), "{}");
    Release.Ended ended = curtail(words.split(" "));
    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(2);
    assertThat(ended.output().lines().filter(line -> !line.isBlank()))
        .as(ended.output())
        .anyMatch(line -> line.contains(named));
  }

  @Test
  void eachJarOfOthersHasItsLicence() throws Exception {
    String list = Files.readString(home.resolve("licenses/THIRD-PARTY.txt"));
    assertThat(Release.files(home.resolve("lib")))
        .map(jar -> jar.getFileName().toString())
        .filteredOn(name -> !name.startsWith("curtail"))
        .allSatisfy(name ->
            assertThat(list)
                .contains(
                    ":" + name.replaceFirst("-[0-9][0-9A-Za-z.]*(-[a-z]+)?[.]jar$", "") + ":"));
    assertThat(home.resolve("LICENSE")).content().contains("Apache License");
    assertThat(home.resolve("sbom.json")).content().contains("CycloneDX", "pkg:maven/org.duckdb/");
  }
}
