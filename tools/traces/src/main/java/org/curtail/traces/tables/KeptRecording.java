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
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OutputFolder;
import org.curtail.traces.read.SpanFile;

/**
 * A folder that keeps a recording as Parquet, so that it is read once: {@code requests/} and {@code
 * spans/} hold a table each, in any number of files, and {@code recording.json} says of which files
 * it was made and what it holds. It is whole or absent.
 *
 * @param folder its place
 */
public record KeptRecording(Path folder) {
  private static final String CONTENTS = "recording.json";

  private static final String WHAT = "a recording that curtail keeps";

  /** What a kept recording consists of; Spark adds files without a table of their own. */
  private static final Pattern TABLE_PART =
      Pattern.compile(
          "recording\\.json|(?:requests|spans)(?:/(?:[^/]*\\.parquet|_SUCCESS|\\.[^/]*\\.crc))?");

  /** Ends as what is kept does, so that nobody takes it for input. */
  private static final String PARTIAL = ".partial.curtail";

  private static final int UUID_LENGTH = 36;

  private static final String NAME = "curtail-recording/";

  /** Changes with the columns of the tables, and with every rule by which spans are read. */
  private static final String FORMAT = NAME + "3";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Beside the input: {@code traces.curtail} for {@code traces}. */
  public static KeptRecording of(Path input) {
    Path absolute = input.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    return new KeptRecording(absolute.resolveSibling((name == null ? "all" : name) + ".curtail"));
  }

  /** Whether it can be made where it would be. */
  public boolean isWritable() {
    Path parent = folder.getParent();
    return parent != null && Files.isWritable(parent);
  }

  /**
   * Makes sure that nothing but a kept recording is where it would be.
   *
   * @throws Misuse if something else is there; names it
   */
  public void checkReplaceable() {
    OutputFolder.check(folder, WHAT, path -> TABLE_PART.matcher(path.toString()).matches());
    if (Files.exists(folder) && !isContents(folder.resolve(CONTENTS))) {
      throw new Misuse(
          "%s: only %s is replaced, and this one has no %s that can be read"
              .formatted(folder, WHAT, CONTENTS));
    }
  }

  /** Where the table of requests is. */
  public Path requests() {
    return folder.resolve("requests");
  }

  /** Where the table of spans is. */
  public Path spans() {
    return folder.resolve("spans");
  }

  /** What it holds, if it is there and was made of just these files as they are now. */
  public Optional<Contents> contents(List<SpanFile> files) {
    Path manifest = folder.resolve(CONTENTS);
    return Files.isRegularFile(manifest)
        ? readContents(manifest, SourceFile.of(files))
        : Optional.empty();
  }

  /**
   * Makes it anew, beside its place until it is whole. If another process makes it at this moment,
   * waits for that, and takes what it has made. What processes that died have left is removed.
   *
   * @param files of which it is made
   * @param waiting runs if another process is at work
   * @param rows of their requests and spans
   */
  public Contents make(List<SpanFile> files, Runnable waiting, Rows rows) {
    try (ImportTurn turn = ImportTurn.take(beside(".lock"), waiting)) {
      Optional<Contents> ofOther = turn.waited() ? contents(files) : Optional.empty();
      if (ofOther.isPresent()) {
        return ofOther.get();
      }
      checkReplaceable();
      if (turn.isAlone()) {
        deleteLeftovers();
      }
      return make(files, rows);
    } catch (IOException e) {
      throw new Misuse(folder + ": cannot be written: " + Failure.reason(e), e);
    }
  }

  private Contents make(List<SpanFile> files, Rows rows) throws IOException {
    List<SourceFile> sources = SourceFile.of(files);
    // A name of its own: where the file system has no locks, several may be at work.
    var partial = new KeptRecording(beside("." + UUID.randomUUID() + PARTIAL));
    var former = new KeptRecording(beside("." + UUID.randomUUID() + PARTIAL));
    try {
      Files.createDirectories(partial.requests());
      Files.createDirectories(partial.spans());
      Contents contents = rows.write(partial);
      writeContents(partial.folder.resolve(CONTENTS), contents, sources);
      if (Files.exists(folder)) {
        // Somebody may have put something there meanwhile.
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

  /** A hidden file beside it. */
  private Path beside(String end) {
    return folder.resolveSibling("." + folder.getFileName() + end);
  }

  private void deleteLeftovers() throws IOException {
    String start = beside(".").getFileName().toString();
    List<Path> left;
    try (Stream<Path> siblings = Files.list(folder.toAbsolutePath().getParent())) {
      left =
          siblings.filter(sibling -> isPartial(sibling.getFileName().toString(), start)).toList();
    }
    left.forEach(each -> new KeptRecording(each).delete());
  }

  /** Whether a name is one that {@link #make} gives. */
  private static boolean isPartial(String name, String start) {
    return name.startsWith(start)
        && name.endsWith(PARTIAL)
        && name.length() == start.length() + UUID_LENGTH + PARTIAL.length();
  }

  /** Writes the two tables of a recording. */
  public interface Rows {
    /**
     * Writes them.
     *
     * @param into with empty folders for both
     * @return what they hold
     * @throws IOException if something cannot be read or written
     */
    Contents write(KeptRecording into) throws IOException;
  }

  /** Removes it; does nothing if it is not there. */
  public void delete() {
    if (!Files.exists(folder)) {
      return;
    }
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new Misuse(folder + ": cannot be removed: " + Failure.reason(e), e);
    }
  }

  /** How many bytes it takes. */
  public long bytes() {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new Misuse(folder + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  /** What a kept recording holds and of what it was made, as JSON. */
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

  /** Whether a file is such a one, of whatever files and rules. */
  private static boolean isContents(Path file) {
    try {
      return Files.isRegularFile(file)
          && JSON.readTree(file.toFile()).path("format").asText().startsWith(NAME);
    } catch (IOException e) {
      return false;
    }
  }

  /** What it holds; nothing if it was made of other files, by other rules, or cannot be read. */
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
