package org.curtail.cli.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/** Text files in a zip or jar file, in the order of its directory. */
final class ZipDocuments {
  private ZipDocuments() {}

  static boolean read(Path file, SkippedTally skipped, DocumentSink sink) throws IOException {
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
