package org.curtail.cli.traces;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.traces.TraceSet;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Recording;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The recordings to read, the options of reading, and messages about them. */
final class InputOptions {
  @Parameters(
      paramLabel = "IN",
      arity = "1..*",
      description =
          "Files and folders with spans: CSV, JSON of Jaeger, Zipkin or OpenTelemetry, or"
              + " OpenTelemetry's protobuf; plain, .gz or .zst.")
  private List<Path> inputs = List.of();

  @Option(names = "--strict", description = "Refuse recordings in which anything is broken.")
  private boolean strict;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "How much memory to take, as in 2g; what does not fit goes to disk. Default: three"
              + " eighths of the machine's.")
  private @Nullable String memory;

  @Option(
      names = "--no-cache",
      description = "Do not keep beside the input what was read, nor use what was kept.")
  private boolean noCache;

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Read and ask with Apache Spark, for recordings beyond one machine: local[2],"
              + " spark://host:7077 or yarn. Default: in this process.")
  private @Nullable String spark;

  /** The first file or folder that the user named. */
  Path first() {
    return inputs.getFirst();
  }

  /** All given options, for a next command that reads the same. */
  List<Object> words() {
    var words = new ArrayList<Object>(inputs);
    if (strict) {
      words.add("--strict");
    }
    if (memory != null) {
      words.addAll(List.of("--memory", memory));
    }
    if (noCache) {
      words.add("--no-cache");
    }
    if (spark != null) {
      words.addAll(List.of("--spark", spark));
    }
    return words;
  }

  RecordingSource source(Console console) {
    if (memory != null && MemorySize.heapExceeds(memory)) {
      console.warn(
          "--memory %s: this Java may take a heap of %s MB by itself; ./curtail bounds it"
              .formatted(memory, Numbers.count(Runtime.getRuntime().maxMemory() >> 20)));
    }
    return new RecordingSource(inputs, MemorySize.of(memory), spark, console);
  }

  /**
   * Opens them, of any size, and reports broken parts.
   *
   * @throws UsageError if they cannot be read, or are broken and must not be
   */
  Recording open(Console console) {
    Recording recording = source(console).open(!noCache);
    try {
      say(recording.contents(), console);
      return recording;
    } catch (UsageError e) {
      recording.close();
      throw e;
    }
  }

  /**
   * Opens them, and takes all requests into memory.
   *
   * @throws UsageError as {@link #open} does
   */
  TraceSet read(Console console) {
    try (Recording recording = open(console)) {
      return recording.traces();
    }
  }

  /**
   * Reports what was read, and broken parts.
   *
   * @throws UsageError if a part is broken and must not be
   */
  void say(Contents contents, Console console) {
    if (strict) {
      DamageText.refuse(contents.damage(), inputs.getFirst());
    }
    console.say(
        "Read %s requests with %s spans."
            .formatted(Numbers.count(contents.requests()), Numbers.count(contents.spans())));
    if (!contents.leftOut().isEmpty()) {
      console.warn("left out, since no spans are in it: " + String.join(", ", contents.leftOut()));
    }
    DamageText.lines(contents.damage()).forEach(console::warn);
  }
}
