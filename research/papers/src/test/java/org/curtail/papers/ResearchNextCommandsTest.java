package org.curtail.papers;

import static org.curtail.cli.NextCommandsTest.line;
import static org.curtail.cli.NextCommandsTest.runWithNext;

import java.nio.file.Path;
import java.util.List;
import org.curtail.cli.SortedIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that commands of research print as the next ones run as they stand. */
@Timeout(300)
class ResearchNextCommandsTest {
  @TempDir Path data;

  @Test
  void ofAGrid() throws Exception {
    List<Object> grid =
        List.of(
            "--demands",
            "gamma",
            "--speedups",
            "good",
            "--cores",
            2,
            "--loads",
            0.5,
            "--policies",
            "sequential,fixed-2",
            "--requests",
            1_000);
    runWithNext(line("grid", grid), data);
    runWithNext(line("grid", grid, "--out", data.resolve("grid one.json")), data);
  }

  @Test
  void ofEarlyTermination() throws Exception {
    SortedIndex.write(data.resolve("sorted index"), 300);
    Path queries = data.resolve("sorted queries.txt");
    java.nio.file.Files.writeString(queries, SortedIndex.queries(20));
    runWithNext(
        line(
            "early-termination",
            "--index",
            data.resolve("sorted index"),
            "--queries",
            queries,
            "--chunks",
            5),
        data);
  }

  @Test
  @Tag("long")
  void ofAutomatic() throws Exception {
    runWithNext(
        line(
            "automatic",
            "--parts",
            "steady",
            "--profile",
            "few-to-many-lucene",
            "--cores",
            2,
            "--loads",
            0.3,
            "--requests",
            1_000,
            "--seconds",
            10,
            "--out",
            data.resolve("automatic one.json")),
        data);
  }
}
