package org.curtail.cli.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.terminal.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A folder: its JSON lines files if there are any, otherwise the text files in it and below, by
 * name. Hidden files and folders, and folders behind a link, are left out.
 */
final class FolderDocuments {
  private final Path root;
  private final SkippedTally skipped;
  private final DocumentSink sink;

  private FolderDocuments(Path root, SkippedTally skipped, DocumentSink sink) {
    this.root = root;
    this.skipped = skipped;
    this.sink = sink;
  }

  static boolean read(
      Path folder, Optional<String> rankField, SkippedTally skipped, DocumentSink sink)
      throws IOException {
    var reader = new FolderDocuments(folder, skipped, sink);
    List<Path> jsonLines =
        reader.children(folder).stream().filter(FolderDocuments::isJsonLines).toList();
    for (Path file : jsonLines) {
      if (!JsonDocuments.read(file, rankField, skipped, sink)) {
        return false;
      }
    }
    if (!jsonLines.isEmpty()) {
      return true;
    }
    RankField.refuseTexts(folder, rankField);
    return reader.readTexts(folder);
  }

  private boolean readTexts(Path folder) throws IOException {
    for (Path child : children(folder)) {
      boolean more =
          Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)
              ? readTexts(child)
              : !Files.isRegularFile(child) || readText(child);
      if (!more) {
        return false;
      }
    }
    return true;
  }

  private boolean readText(Path file) throws IOException {
    String text;
    try {
      text = text(file);
    } catch (IOException e) {
      skipped.broken(file + ": cannot be read: " + Failure.reason(e));
      return true;
    }
    if (text == null) {
      skipped.binary();
      return true;
    }
    String id = root.relativize(file).toString().replace('\\', '/');
    return sink.accept(Document.file(id, text));
  }

  private static @Nullable String text(Path file) throws IOException {
    try (InputStream input = Files.newInputStream(file)) {
      return TextBytes.read(input);
    }
  }

  private List<Path> children(Path folder) {
    var children = new ArrayList<Path>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path child : entries) {
        if (!String.valueOf(child.getFileName()).startsWith(".")) {
          children.add(child);
        }
      }
    } catch (IOException e) {
      skipped.broken(folder + ": cannot be listed: " + Failure.reason(e));
    }
    Collections.sort(children);
    return children;
  }

  private static boolean isJsonLines(Path file) {
    String name = file.toString();
    return (name.endsWith(".jsonl") || name.endsWith(".jsonl.gz")) && Files.isRegularFile(file);
  }
}
