package org.curtail.traces.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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
    if (Files.exists(folder) && !ContentsFile.isOne(folder.resolve(CONTENTS))) {
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
        ? ContentsFile.read(manifest, SourceFile.of(files))
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
      ContentsFile.write(partial.folder.resolve(CONTENTS), contents, sources);
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
}
