package org.curtail.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.duckdb.DuckDbEngine;
import org.curtail.traces.read.RecordingFixtures;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.read.SpanFiles;
import org.curtail.traces.read.TraceReader;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Engine;
import org.curtail.traces.tables.InMemoryRecording;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Recording;
import org.curtail.traces.tables.SameRecordings;
import org.curtail.traces.tables.SilentProgress;
import org.curtail.traces.tables.TableRecording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class SparkRecordingTest {
  /** Spark needs a second per query, even for a small recording. */
  private static final int WORKFLOWS = 1;

  @TempDir private Path folder;

  @Test
  void sparkAgreesWithMemoryAndDuckDbAndSharesFiles() throws IOException {
    // Characters of a path are neither patterns nor escapes.
    Path run = Files.createDirectories(folder.resolve("run [1] of 20%*?"));
    Path input = run.resolve("traces");
    RecordingFixtures.write(input, 7, 200);
    List<SpanFile> files = SpanFiles.of(List.of(input));
    Recording held = new InMemoryRecording(TraceReader.read(files, (spans, bytes) -> {}));
    assertThat(held.contents().damage().counts()).hasSizeGreaterThan(3);
    KeptRecording kept = KeptRecording.of(input);
    try (Engine spark = new SparkEngine("local[2]");
        Engine duckDb = new DuckDbEngine(200_000_000, 1_000_000)) {
      Contents bySpark = spark.read(files, kept, new SilentProgress());
      SameRecordings.check(of(bySpark, spark, kept), held, WORKFLOWS);
      SameRecordings.check(of(bySpark, duckDb, kept), held);
      Contents byDuckDb = duckDb.read(files, kept, new SilentProgress());
      SameRecordings.check(of(byDuckDb, spark, kept), held, WORKFLOWS);
      Path noSpans = Files.writeString(folder.resolve("sizes.csv"), "name,size\na,1\n");
      assertThatThrownBy(() ->
              spark.read(
                  SpanFiles.of(List.of(noSpans)), KeptRecording.of(noSpans), new SilentProgress()))
          .isInstanceOf(UsageError.class)
          .hasMessageContaining("sizes.csv:1: expected columns");
    }
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactlyInAnyOrder(run, folder.resolve("sizes.csv"));
    }
    try (Stream<Path> all = Files.list(run)) {
      assertThat(all).containsExactlyInAnyOrder(input, run.resolve("traces.curtail"));
    }
  }

  private static Recording of(Contents contents, Engine engine, KeptRecording kept) {
    return new TableRecording(contents, engine.tables(kept), () -> {});
  }
}
