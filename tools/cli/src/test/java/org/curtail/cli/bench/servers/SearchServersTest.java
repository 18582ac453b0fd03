package org.curtail.cli.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.SortedIndex;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real search servers on a small index. */
class SearchServersTest {
  @TempDir private static Path folder;
  private static Path index;
  private static Path queries;

  @BeforeAll
  static void write() throws Exception {
    index = SortedIndex.write(folder.resolve("index"), 200);
    queries = Files.writeString(folder.resolve("log.tsv"), SortedIndex.queries(20));
  }

  @Test
  void hedgedSearchesHaveTheRightAnswersOnAllServers() throws Exception {
    Path out = folder.resolve("servers");
    assertDone(
        curtail(
            "bench",
            "servers",
            "--servers",
            2,
            "--index",
            index,
            "--queries",
            queries,
            "--policies",
            "none,hedge-p95",
            "--rps",
            100,
            "--requests",
            60,
            "--repeats",
            2,
            "--out",
            out));
    Results results = ResultsFile.read(out.resolve("results.json"));
    assertThat(results.runs()).extracting(Run::policy).containsExactly("none", "hedge-p95");
    assertThat(results.runs()).allMatch(run -> run.checks().failed() == 0);
    assertThat(results.settings()).containsEntry("heap of a server, MB", 64L);
    assertThat(results.command()).contains("--servers 2 --heap-mb 64 --index");
  }

  @Test
  void optionsThatDoNotFitAreRefused() {
    Path out = folder.resolve("out");
    assertUsageError(
        curtail(
            "bench",
            "servers",
            "--servers",
            2,
            "--index",
            index,
            "--queries",
            queries,
            "--heap-mb",
            1,
            "--out",
            out),
        "--heap-mb: expected a whole number from 16 to 16,384, found 1");
    assertUsageError(
        curtail(
            "bench",
            "--servers",
            2,
            "--index",
            index,
            "--queries",
            queries,
            "--early-termination",
            "safe",
            "--out",
            out),
        "--early-termination cannot be given together with --servers");
    assertUsageError(
        curtail("bench", "--index", index, "--queries", queries, "--heap-mb", 64, "--out", out),
        "--heap-mb works only with --servers, which is missing");
    assertUsageError(
        curtail("bench", "servers", "--servers", 2, "--out", out),
        "--index is missing: expected the folder of a Lucene index");
    assertThat(out).doesNotExist();
  }
}
