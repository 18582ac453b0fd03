package org.curtail.traces.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.curtail.traces.read.RecordedLines;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.read.SpanFiles;
import org.curtail.traces.read.TraceReader;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.InMemoryRecording;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Recording;
import org.curtail.traces.tables.SilentProgress;
import org.curtail.traces.tables.TableRecording;
import org.curtail.traces.tables.WorkflowSummary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A million spans. With {@code -Dcurtail.recording=FILE -Dcurtail.spans=N}, a recording of N spans
 * stays in that file for measurements of the command.
 */
@Tag("long")
@Timeout(600)
class LargeRecordingTest {
  private static final long SPANS = Long.getLong("curtail.spans", 1_000_000);

  @TempDir private Path folder;

  @Test
  void millionSpansGiveTheSameTablesInMemoryAndOnDisk() throws IOException {
    String named = System.getProperty("curtail.recording");
    Path input = named == null ? folder.resolve("spans.jsonl") : Path.of(named);
    RecordedLines.write(input, 3, SPANS);
    assertThat(Files.size(input)).isGreaterThan(200 * SPANS);
    if (named != null) {
      return;
    }
    List<SpanFile> files = SpanFiles.of(List.of(input));
    KeptRecording kept = KeptRecording.of(input);
    var engine = new DuckDbEngine(150_000_000, 20_000_000);
    Contents contents = engine.read(files, kept, new SilentProgress());
    assertThat(contents.damage().counts().keySet()).noneMatch(kind -> kind.isBroken());
    try (Recording found = new TableRecording(contents, engine.tables(kept), engine::close)) {
      Recording held = new InMemoryRecording(TraceReader.read(files, (spans, bytes) -> {}));
      assertThat(found.contents().spans()).isEqualTo(held.contents().spans());
      assertThat(found.workflows()).isEqualTo(held.workflows());
      for (WorkflowSummary workflow : held.workflows()) {
        assertThat(found.stages(workflow.kind())).isEqualTo(held.stages(workflow.kind()));
      }
    }
  }
}
