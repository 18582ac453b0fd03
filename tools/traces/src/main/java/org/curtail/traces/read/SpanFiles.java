package org.curtail.traces.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;

/** Finds the files with spans in a user's inputs. */
public final class SpanFiles {
  private static final Pattern NAME =
      Pattern.compile(".*\\.(csv|tsv|json|jsonl|ndjson|txt|pb|binpb|otlp|proto)(\\.gz|\\.zst)?");

  /** Names of tables of spans, which may have a table of requests beside them. */
  private static final Pattern SPANS = Pattern.compile("spans?(\\.(?:csv|tsv)(?:\\.gz|\\.zst)?)");

  /** Suffix of a kept recording's folder beside its source. */
  private static final String KEPT = ".curtail";

  private SpanFiles() {}

  /**
   * Returns all files of a user's inputs.
   *
   * @param inputs files, and folders with files of spans
   * @throws UsageError if an input does not exist, or is a folder without such files
   */
  public static List<SpanFile> of(List<Path> inputs) {
    return inputs.stream()
        .flatMap(
            input -> of(input).stream().map(file -> new SpanFile(file, Files.isDirectory(input))))
        .toList();
  }

  /**
   * Returns the files of one input. For a folder these are all tables, JSON and protobuf files at
   * any depth, ordered by name. For a file {@code spans.csv}, a table of requests {@code
   * traces.csv} beside it is added.
   *
   * @throws UsageError if the input does not exist, or is a folder without such files
   */
  private static List<Path> of(Path input) {
    if (!Files.exists(input)) {
      throw new UsageError(input + ": no such file");
    }
    if (!Files.isDirectory(input)) {
      return withRequests(input);
    }
    try (Stream<Path> files = Files.walk(input)) {
      List<Path> found =
          files
              .filter(Files::isRegularFile)
              .filter(file -> !isKept(input.relativize(file)))
              .filter(file ->
                  NAME.matcher(file.getFileName().toString().toLowerCase(Locale.ROOT)).matches())
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new UsageError(
            input
                + ": expected files such as .csv, .json, .jsonl or .pb, plain, .gz or .zst; found none");
      }
      return found;
    } catch (IOException e) {
      throw new UsageError(input + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  private static boolean isKept(Path file) {
    for (Path part : file) {
      if (part.toString().endsWith(KEPT)) {
        return true;
      }
    }
    return false;
  }

  private static List<Path> withRequests(Path spans) {
    var name = SPANS.matcher(spans.getFileName().toString());
    if (name.matches()) {
      for (String stem : List.of("traces", "requests")) {
        for (String packing : List.of(name.group(1), ".csv", ".csv.gz", ".csv.zst")) {
          Path requests = spans.resolveSibling(stem + packing);
          if (Files.isRegularFile(requests)) {
            return List.of(spans, requests);
          }
        }
      }
    }
    return List.of(spans);
  }
}
