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

  @Option(names = "--strict", description = "Refuse recordings with broken parts.")
  private boolean strict;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory to use, as in 2g; the rest goes to disk. Default: three eighths of the machine's.")
  private @Nullable String memory;

  @Option(
      names = "--no-cache",
      description = "Do not keep tables beside the input, and do not use kept ones.")
  private boolean noCache;

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Read and query with Apache Spark, for recordings beyond one machine: local[2], spark://host:7077 or yarn. Default: in this process.")
  private @Nullable String spark;

  /** The first file or folder that the user named. */
  Path first() {
    return inputs.getFirst();
  }

  /** All given options, for a next command that reads the same recording. */
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
          "--memory %s: this Java may use a heap of %s MB by itself; ./curtail limits it"
              .formatted(memory, Numbers.count(Runtime.getRuntime().maxMemory() >> 20)));
    }
    return new RecordingSource(inputs, MemorySize.of(memory), spark, console);
  }

  /**
   * Opens recordings of any size, and reports broken parts.
   *
   * @throws UsageError if recordings cannot be read, or have broken parts that are not permitted
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
   * Opens recordings, and reads all requests into memory.
   *
   * @throws UsageError as {@link #open} does
   */
  TraceSet read(Console console) {
    try (Recording recording = open(console)) {
      return recording.traces();
    }
  }

  /**
   * Reports the content, and broken parts.
   *
   * @throws UsageError if a part is broken, which is not permitted
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
