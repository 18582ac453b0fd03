package org.curtail.cli.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * Documents in files, read one at a time and in the same order each time.
 *
 * <p>A {@code .zip} or {@code .jar} contains text files, read in the order of its directory. A
 * folder contains JSON lines files ({@code .jsonl}, {@code .jsonl.gz}) or, if it has none, text
 * files in it and below. Any other file is JSON lines, gzip if its name ends in {@code .gz}. All
 * text is UTF-8. Files with a zero byte, or over 64 MiB within a zip or folder, count as binary.
 *
 * @param paths files and folders, read in this order; at least one
 * @param skipBroken true to count and skip lines and files that are no documents
 * @param rankField the field of JSON lines with a document's static rank, a number of 0 or more;
 *     every line needs it, and other documents are not permitted
 */
public record DocumentSource(List<Path> paths, boolean skipBroken, Optional<String> rankField) {

  public DocumentSource {
    paths = List.copyOf(paths);
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("expected at least one file or folder of documents");
    }
  }

  /** Creates a source of documents without rank. */
  public DocumentSource(List<Path> paths, boolean skipBroken) {
    this(paths, skipBroken, Optional.empty());
  }

  /** The same documents with the static rank in a field. */
  public DocumentSource rankedBy(String field) {
    return new DocumentSource(paths, skipBroken, Optional.of(field));
  }

  /**
   * Rejects missing paths, before any work is done.
   *
   * @throws UsageError if a path is missing or unreadable
   */
  public void check() {
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new UsageError(path + ": no such file or folder");
      }
      if (!Files.isReadable(path)) {
        throw new UsageError(path + ": permission denied");
      }
    }
  }

  /**
   * Reads documents until the sink stops or the end.
   *
   * @return documents and lines left out
   * @throws UsageError if a path is missing, or a broken line or file must not be skipped; with
   *     file and line; if there is no document at all
   * @throws IOException if the sink throws it
   */
  public Skipped read(DocumentSink sink) throws IOException {
    check();
    var skipped = new SkippedTally(skipBroken);
    boolean[] any = {false};
    DocumentSink noting =
        document -> {
          any[0] = true;
          return sink.accept(document);
        };
    for (Path path : paths) {
      if (!read(path, skipped, noting)) {
        break;
      }
    }
    Skipped total = skipped.total();
    if (!any[0]) {
      throw new UsageError(
          "%s: expected documents, found none (%,d broken, %,d binary files)"
              .formatted(
                  paths.size() == 1 ? paths.getFirst() : paths,
                  total.broken(),
                  total.binaryFiles()));
    }
    return total;
  }

  private boolean read(Path path, SkippedTally skipped, DocumentSink sink) throws IOException {
    if (Files.isDirectory(path)) {
      return FolderDocuments.read(path, rankField, skipped, sink);
    }
    String name = path.toString().toLowerCase(Locale.ROOT);
    boolean zip = name.endsWith(".zip") || name.endsWith(".jar");
    if (zip) {
      RankField.refuseTexts(path, rankField);
      return readZip(path, skipped, sink);
    }
    return JsonDocuments.read(path, rankField, skipped, sink);
  }

  // ---- Zip files.

  private static boolean readZip(Path file, SkippedTally skipped, DocumentSink sink)
      throws IOException {
    try (ZipFile zip = open(file)) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.isDirectory()) {
          continue;
        }
        if (entry.getName().length() > Document.LONGEST_ID) {
          skipped.broken(
              "%s: %s: expected a name of at most %,d characters, found %,d"
                  .formatted(
                      file,
                      Abbreviated.of(entry.getName()),
                      Document.LONGEST_ID,
                      entry.getName().length()));
          continue;
        }
        String text;
        try {
          text = text(zip, entry);
        } catch (IOException e) {
          skipped.broken(
              "%s: %s: cannot be unpacked: %s".formatted(file, entry.getName(), Failure.reason(e)));
          continue;
        }
        if (text == null) {
          skipped.binary();
          continue;
        }
        if (!sink.accept(Document.file(entry.getName(), text))) {
          return false;
        }
      }
    }
    return true;
  }

  private static @Nullable String text(ZipFile zip, ZipEntry entry) throws IOException {
    try (InputStream input = zip.getInputStream(entry)) {
      return TextBytes.read(input);
    }
  }

  private static ZipFile open(Path file) {
    try {
      return new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new UsageError(
          "%s: expected a whole zip file, found: %s".formatted(file, Failure.reason(e)), e);
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }
}
