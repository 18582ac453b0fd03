package org.curtail.cli.traces;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.traces.duckdb.DuckDbEngine;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.read.SpanFiles;
import org.curtail.traces.read.TraceReader;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Engine;
import org.curtail.traces.tables.EngineStarter;
import org.curtail.traces.tables.InMemoryRecording;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Recording;
import org.curtail.traces.tables.ScratchFolder;
import org.curtail.traces.tables.TableRecording;
import org.jspecify.annotations.Nullable;

/**
 * The source of a recording: the kept tables, if its files have not changed since. Otherwise its
 * files, read into memory if they are small, else into tables.
 */
final class RecordingSource {
  /** Approximate ratio of spans to packed spans. */
  private static final int PACKED = 10;

  private final List<SpanFile> files;
  private final KeptRecording kept;
  private final MemorySize memory;
  private final @Nullable String sparkMaster;
  private final Console console;

  /**
   * Creates a source.
   *
   * @param inputs files and folders
   * @param sparkMaster null to read without Spark
   */
  RecordingSource(
      List<Path> inputs, MemorySize memory, @Nullable String sparkMaster, Console console) {
    this.files = SpanFiles.of(inputs);
    this.kept = KeptRecording.of(inputs.getFirst());
    this.memory = memory;
    this.sparkMaster = sparkMaster;
    this.console = console;
  }

  /**
   * Opens the recording.
   *
   * @param isKept true to keep the tables beside the input
   */
  Recording open(boolean isKept) {
    Optional<Contents> before = isKept ? kept.contents(files) : Optional.empty();
    if (before.isEmpty() && sparkMaster == null && memory.isSmall(textBytes())) {
      try {
        return new InMemoryRecording(
            TraceReader.read(files, new ReadingText(console, files)::reading));
      } catch (TraceReader.TooManySpans e) {
        console.say("The spans do not fit into memory, so they are read into tables.");
      }
    }
    Engine engine = engine();
    try {
      return before.isPresent()
          ? new TableRecording(before.get(), engine.tables(kept), engine::close)
          : imported(engine, isKept && canBeKept());
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /**
   * True if the tables can be kept; commands other than {@code import} also work without kept
   * tables.
   */
  private boolean canBeKept() {
    try {
      kept.checkReplaceable();
      return kept.isWritable();
    } catch (UsageError e) {
      console.warn("nothing is kept: " + e.getMessage());
      return false;
    }
  }

  private Recording imported(Engine engine, boolean isKept) {
    if (isKept) {
      Contents contents = engine.read(files, kept, new ReadingText(console, files));
      console.say(keptLine());
      return new TableRecording(contents, engine.tables(kept), engine::close);
    }
    Path folder = ScratchFolder.make();
    var place = new KeptRecording(folder.resolve("recording"));
    Contents contents = engine.read(files, place, new ReadingText(console, files));
    return new TableRecording(
        contents,
        engine.tables(place),
        () -> {
          engine.close();
          new KeptRecording(folder).delete();
        });
  }

  /** Reads the recording into tables beside the input, unless they exist. */
  Contents keep() {
    Optional<Contents> before = kept.contents(files);
    if (before.isPresent()) {
      console.say("Nothing was read, since the files have not changed.");
      return before.get();
    }
    try (Engine engine = engine()) {
      return engine.read(files, kept, new ReadingText(console, files));
    }
  }

  /** The place of the kept tables. */
  KeptRecording kept() {
    return kept;
  }

  /** Size and place of the kept tables, in words. */
  String keptLine() {
    return "Kept %s MB in %s; commands use it as long as the files do not change."
        .formatted(Numbers.significant(kept.bytes() / 1e6), kept.folder());
  }

  private Engine engine() {
    if (sparkMaster == null) {
      return new DuckDbEngine(memory.databaseBytes(), memory.heldBytes());
    }
    return ServiceLoader.load(EngineStarter.class)
        .findFirst()
        .orElseThrow(() ->
            new UsageError(
                "--spark: expected Spark and curtail-spark on the class path, where ./curtail puts"
                    + " them, found neither"))
        .start(sparkMaster);
  }

  private long textBytes() {
    return files.stream()
        .mapToLong(file -> {
          String name = file.path().toString().toLowerCase(Locale.ROOT);
          boolean isPacked = name.endsWith(".gz") || name.endsWith(".zst");
          return file.path().toFile().length() * (isPacked ? PACKED : 1);
        })
        .sum();
  }
}
