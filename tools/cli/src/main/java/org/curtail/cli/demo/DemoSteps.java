package org.curtail.cli.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.benchkit.files.JsonProblem;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.json.ReadLimits;
import org.jspecify.annotations.Nullable;

/**
 * Finished steps of a demo: the command of each output. If the demo starts again in the same
 * folder, it keeps an output of the same command.
 */
final class DemoSteps {
  private static final String NAME = "demo.json";
  private static final String FORMAT = "curtail-demo/1";
  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(ReadLimits.CONSTRAINTS).build();

  private final Path file;
  private final Map<String, String> commandByOutput;

  private DemoSteps(Path file, Map<String, String> commandByOutput) {
    this.file = file;
    this.commandByOutput = commandByOutput;
  }

  /**
   * The steps of the demo in a folder, which is created if missing.
   *
   * @throws UsageError if the folder cannot be used, or contains anything else than a demo
   */
  static DemoSteps in(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new UsageError(folder + ": expected a folder for the demo, found a file");
    }
    if (Files.exists(file)) {
      return new DemoSteps(file, read(file));
    }
    if (Files.isDirectory(folder) && !isEmpty(folder)) {
      throw new UsageError(
          folder
              + ": expected a new or empty folder, or one of an earlier demo, found other files");
    }
    OutputFile.check(file, true);
    return new DemoSteps(file, new LinkedHashMap<>());
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private static Map<String, String> read(Path file) {
    try {
      @Nullable Map<String, String> read =
          new ObjectMapper(JSON)
              .readValue(file.toFile(), new TypeReference<LinkedHashMap<String, String>>() {});
      if (read != null && FORMAT.equals(read.remove("format"))) {
        return read;
      }
      throw new UsageError(file + ": expected format " + FORMAT + "; remove it to start again");
    } catch (IOException e) {
      String reason =
          e instanceof JsonProcessingException json ? JsonProblem.reason(json) : Failure.reason(e);
      throw new UsageError(
          file + ": expected the notes of a demo: " + reason + "; remove it to start again", e);
    }
  }

  /** True if this output exists and is from this command. */
  boolean isFinished(Path output, List<String> command) {
    return Files.exists(output)
        && String.join(" ", command).equals(commandByOutput.get(output.toString()));
  }

  /** Forgets an output and all outputs based on it, so that the demo makes them again. */
  void forget(Path output) throws IOException {
    forgetWithMade(output.toString());
    write();
  }

  private void forgetWithMade(String output) {
    commandByOutput.remove(output);
    List<String> madeOfIt =
        commandByOutput.entrySet().stream()
            .filter(entry -> (entry.getValue() + " ").contains(" " + output + " "))
            .map(Map.Entry::getKey)
            .toList();
    madeOfIt.forEach(this::forgetWithMade);
  }

  /** Records that this command has made this output. */
  void finish(Path output, List<String> command) throws IOException {
    commandByOutput.put(output.toString(), String.join(" ", command));
    write();
  }

  private void write() throws IOException {
    var content = new LinkedHashMap<String, String>();
    content.put("format", FORMAT);
    content.putAll(commandByOutput);
    OutputFile.write(
        file,
        writer ->
            writer.write(
                new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(content)));
  }
}
