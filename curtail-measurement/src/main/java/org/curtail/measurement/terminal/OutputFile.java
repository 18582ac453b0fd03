package org.curtail.measurement.terminal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are whole or absent: written beside their place and renamed into it at the end. */
public final class OutputFile {
  private OutputFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Writer writer) throws IOException;
  }

  /**
   * Rejects a place that cannot be written, before any work is done for it.
   *
   * @param overwrite whether a file that is there may be replaced
   * @throws Misuse if the file is there and must not be replaced, is a folder, or its folder cannot
   *     be made or written
   */
  public static void check(Path file, boolean overwrite) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new Misuse(file + ": expected a file to write, found a folder");
    }
    if (Files.exists(file) && !overwrite) {
      throw new Misuse(file + ": already there; choose another place or add --overwrite");
    }
    Path existing = folder;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing != null && !Files.isDirectory(existing)) {
      throw new Misuse(folder + ": cannot be made, " + existing + " is not a folder");
    }
    if (existing == null || !Files.isWritable(existing)) {
      throw new Misuse(folder + ": cannot be written");
    }
  }

  /**
   * Writes a file in UTF-8. If writing fails, the place keeps what it had.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, Content content) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".partial");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (BufferedWriter writer = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8)) {
        content.writeTo(writer);
      }
      Files.move(
          temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + Failure.reason(e), e);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
