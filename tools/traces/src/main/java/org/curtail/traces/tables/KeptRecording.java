package org.curtail.traces.tables;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.benchkit.files.FolderTree;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OutputFolder;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.read.SpanFile;

/**
 * A folder with an imported recording as Parquet, so that it is imported once. {@code requests/}
 * and {@code spans/} hold a table each, in any number of files. {@code recording.json} holds the
 * source files and the contents. The folder is complete or absent.
 *
 * @param folder path of the folder
 */
public record KeptRecording(Path folder) {
  private static final String CONTENTS = "recording.json";

  private static final String WHAT = "a recording that curtail keeps";

  /** Files of a kept recording; Spark adds files without a table. */
  private static final Pattern TABLE_PART =
      Pattern.compile(
          "recording\\.json|(?:requests|spans)(?:/(?:[^/]*\\.parquet|_SUCCESS|\\.[^/]*\\.crc))?");

  /**
   * Suffix of unfinished folders, which ends like that of kept recordings, so that they are never
   * input.
   */
  private static final String PARTIAL = ".partial.curtail";

  private static final int UUID_LENGTH = 36;

  private static final String NAME = "curtail-recording/";

  /** Version of the columns of the tables and of the rules for reading spans. */
  private static final String FORMAT = NAME + "4";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the folder next to the input: {@code traces.curtail} for {@code traces}. */
  public static KeptRecording of(Path input) {
    Path absolute = input.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    return new KeptRecording(absolute.resolveSibling((name == null ? "all" : name) + ".curtail"));
  }

  /** True if the folder can be created at its path. */
  public boolean isWritable() {
    Path parent = folder.getParent();
    return parent != null && Files.isWritable(parent);
  }

  /**
   * Checks that the path is free or holds a kept recording.
   *
   * @throws UsageError if something else is there; the message names it
   */
  public void checkReplaceable() {
    OutputFolder.check(folder, WHAT, path -> TABLE_PART.matcher(path.toString()).matches());
    if (Files.exists(folder) && !isContents(folder.resolve(CONTENTS))) {
      throw new UsageError(
          "%s: only %s is replaced, and this one has no %s that can be read"
              .formatted(folder, WHAT, CONTENTS));
    }
  }

  /** Folder of the table of requests. */
  public Path requests() {
    return folder.resolve("requests");
  }

  /** Folder of the table of spans. */
  public Path spans() {
    return folder.resolve("spans");
  }

  /**
   * Returns the contents, if the recording exists and was made from exactly these files in their
   * current state.
   */
  public Optional<Contents> contents(List<SpanFile> files) {
    Path manifest = folder.resolve(CONTENTS);
    return Files.isRegularFile(manifest)
        ? readContents(manifest, SourceFile.of(files))
        : Optional.empty();
  }

  /**
   * Creates the recording next to its path, and moves it there when it is complete. If another
   * process creates it now, waits and uses that result. Deletes leftovers of processes that died.
   *
   * @param files source files
   * @param waiting runs if another process creates the recording
   * @param rows writes the requests and spans of the files
   */
  public Contents make(List<SpanFile> files, Runnable waiting, Rows rows) {
    try (ImportLock lock = ImportLock.lock(sibling(".lock"), waiting)) {
      Optional<Contents> ofOther = lock.waited() ? contents(files) : Optional.empty();
      if (ofOther.isPresent()) {
        return ofOther.get();
      }
      checkReplaceable();
      if (lock.isExclusive()) {
        deleteLeftovers();
      }
      return make(files, rows);
    } catch (IOException e) {
      throw new UsageError(folder + ": cannot be written: " + Failure.reason(e), e);
    }
  }

  private Contents make(List<SpanFile> files, Rows rows) throws IOException {
    List<SourceFile> sources = SourceFile.of(files);
    // Names are unique, as several processes may be at work without file locks.
    var partial = new KeptRecording(sibling("." + UUID.randomUUID() + PARTIAL));
    var former = new KeptRecording(sibling("." + UUID.randomUUID() + PARTIAL));
    try {
      Files.createDirectories(partial.requests());
      Files.createDirectories(partial.spans());
      Contents contents = rows.write(partial);
      writeContents(partial.folder.resolve(CONTENTS), contents, sources);
      if (Files.exists(folder)) {
        // checked again, as other files may have appeared meanwhile
        checkReplaceable();
        Files.move(folder, former.folder, StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(partial.folder, folder, StandardCopyOption.ATOMIC_MOVE);
      return contents;
    } finally {
      partial.delete();
      former.delete();
    }
  }

  /** Returns a hidden file next to the folder. */
  private Path sibling(String end) {
    return folder.resolveSibling("." + folder.getFileName() + end);
  }

  private void deleteLeftovers() throws IOException {
    String start = sibling(".").getFileName().toString();
    List<Path> left;
    try (Stream<Path> siblings = Files.list(folder.toAbsolutePath().getParent())) {
      left =
          siblings.filter(sibling -> isPartial(sibling.getFileName().toString(), start)).toList();
    }
    left.forEach(each -> new KeptRecording(each).delete());
  }

  /** True if a name is one of {@link #make}'s unfinished folders. */
  private static boolean isPartial(String name, String start) {
    return name.startsWith(start)
        && name.endsWith(PARTIAL)
        && name.length() == start.length() + UUID_LENGTH + PARTIAL.length();
  }

  /** Writes the two tables of a recording. */
  public interface Rows {
    /**
     * Writes the tables.
     *
     * @param into target with empty folders for both
     * @return contents of the tables
     * @throws IOException if a file cannot be read or written
     */
    Contents write(KeptRecording into) throws IOException;
  }

  /** Deletes the recording. Does nothing if it does not exist. */
  public void delete() {
    if (!Files.exists(folder)) {
      return;
    }
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UsageError(folder + ": cannot be removed: " + Failure.reason(e), e);
    }
  }

  /** Size in bytes. */
  public long bytes() {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UsageError(folder + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  /** Writes contents and source files as JSON. */
  private static void writeContents(Path file, Contents contents, List<SourceFile> sources)
      throws IOException {
    ObjectNode json = JSON.createObjectNode().put("format", FORMAT);
    json.put("requests", contents.requests())
        .put("spans", contents.spans())
        .put("unit", contents.unit().name());
    json.set("leftOut", JSON.valueToTree(contents.leftOut()));
    json.set("damage", DamageJson.of(contents.damage()));
    json.set("files", JSON.valueToTree(sources));
    Files.writeString(file, json.toPrettyString());
  }

  /**
   * True for a file of {@link #writeContents}, with any source files and any version of the rules.
   */
  private static boolean isContents(Path file) {
    try {
      return Files.isRegularFile(file)
          && JSON.readTree(file.toFile()).path("format").asText().startsWith(NAME);
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads the contents; empty if they are of other files or rules, or cannot be read. */
  private static Optional<Contents> readContents(Path file, List<SourceFile> sources) {
    try {
      JsonNode json = JSON.readTree(file.toFile());
      if (!json.path("format").asText().equals(FORMAT)
          || !files(json.path("files")).equals(sources)) {
        return Optional.empty();
      }
      List<String> leftOut = new ArrayList<>();
      json.path("leftOut").forEach(each -> leftOut.add(each.asText()));
      return Optional.of(
          new Contents(
              json.path("requests").asLong(),
              json.path("spans").asLong(),
              DamageJson.read(json.path("damage")),
              leftOut,
              TimeUnit.valueOf(json.path("unit").asText())));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<SourceFile> files(JsonNode json) throws JsonProcessingException {
    List<SourceFile> files = new ArrayList<>();
    for (JsonNode each : json) {
      files.add(JSON.treeToValue(each, SourceFile.class));
    }
    return files;
  }
}
