package org.curtail.traces.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
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
class DuckDbRecordingTest {
  private static final long MEMORY_BYTES = 200_000_000;

  @TempDir private Path folder;

  private static InMemoryRecording held(List<SpanFile> files) {
    return new InMemoryRecording(TraceReader.read(files, (spans, bytes) -> {}));
  }

  private Contents read(List<SpanFile> files, KeptRecording kept, long heldBytes) {
    try (Engine engine = new DuckDbEngine(MEMORY_BYTES, heldBytes)) {
      return engine.read(files, kept, new SilentProgress());
    }
  }

  @Test
  void tablesAgreeWithMemoryAlsoWithSpansOnDisk() throws IOException {
    Path input = folder.resolve("traces");
    RecordingFixtures.write(input, 7, 200);
    List<SpanFile> files = SpanFiles.of(List.of(input));
    Recording held = held(files);
    assertThat(held.contents().damage().counts()).hasSizeGreaterThan(3);
    assertThat(held.workflows()).hasSizeGreaterThan(1);
    KeptRecording kept = KeptRecording.of(input);
    for (long heldBytes : List.of(100_000_000L, 1_000L)) {
      Contents contents = read(files, kept, heldBytes);
      var engine = new DuckDbEngine(MEMORY_BYTES, heldBytes);
      try (Recording found = new TableRecording(contents, engine.tables(kept), engine::close)) {
        SameRecordings.check(found, held);
      }
      assertThat(kept.contents(files).orElseThrow().spans()).isEqualTo(contents.spans());
    }
    // Only the recording is left, and it is not read as input.
    assertThat(kept.folder()).isDirectoryContaining("glob:**recording.json");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("traces", "traces.curtail");
    }
  }

  @Test
  void keptRecordingIsValidForUnchangedFilesOnly() throws IOException {
    Path input = folder.resolve("traces");
    RecordingFixtures.write(input, 8, 20);
    List<SpanFile> files = SpanFiles.of(List.of(input));
    KeptRecording kept = KeptRecording.of(input);
    assertThat(kept.contents(files)).isEmpty();
    read(files, kept, 1_000_000);
    assertThat(kept.contents(files)).isPresent();
    assertThat(kept.contents(files.subList(0, 2))).isEmpty();
    Files.writeString(
        files.getFirst().path(), Files.readString(files.getFirst().path()) + "\nt,s,,x,y,,,1,1\n");
    assertThat(kept.contents(files)).isEmpty();
    Files.writeString(kept.folder().resolve("recording.json"), "{ half");
    assertThat(kept.contents(files)).isEmpty();
  }

  @Test
  void specialCharactersOfAPathAreNotAPattern() throws IOException {
    List<String> names =
        List.of("run[1]", "run[!a]", "run*", "run?", "run[", "it's", "run{1}", "a\\b", "request=5");
    try (Engine engine = new DuckDbEngine(MEMORY_BYTES, 1_000_000)) {
      // Names that these paths would match as patterns.
      for (String other : List.of("run1", "runb", "a")) {
        kept(engine, other);
      }
      for (String name : names) {
        var row = new ArrayList<String>();
        engine
            .tables(kept(engine, name))
            .query(
                "SELECT request, service FROM spans",
                each -> {
                  row.add(each.whole(0) + " of " + each.text(1));
                });
        assertThat(row).as(name).containsExactly("0 of " + name);
      }
    }
  }

  /** A recording of one request in a folder of this name. */
  private KeptRecording kept(Engine engine, String name) throws IOException {
    Path input = Files.createDirectories(folder.resolve(name)).resolve("t.csv");
    Files.writeString(input, spans(name));
    KeptRecording kept = KeptRecording.of(input);
    engine.read(SpanFiles.of(List.of(input)), kept, new SilentProgress());
    return kept;
  }

  private static String spans(String service) {
    return "trace,span,parent,service,op,kind,start_us,dur_us\n1,a,," + service + ",get,,0,5\n";
  }

  @Test
  void otherInputLeavesNoFiles() throws IOException {
    Path input = Files.writeString(folder.resolve("sizes.csv"), "name,size\na,1\n");
    KeptRecording kept = KeptRecording.of(input);
    assertThatThrownBy(() -> read(SpanFiles.of(List.of(input)), kept, 1_000_000))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("sizes.csv:1: expected columns");
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactly(input);
    }
  }
}
