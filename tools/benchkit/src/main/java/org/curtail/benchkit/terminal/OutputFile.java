package org.curtail.benchkit.terminal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** Writing of complete files: a temporary file beside the place is renamed at the end. */
public final class OutputFile {
  /** Kept length of a name, so that the name with a suffix is not too long. */
  private static final int MOST_OF_NAME = 40;

  private OutputFile() {}

  /** Writer of the content of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Writer writer) throws IOException;
  }

  /** Function that fills a file. */
  @FunctionalInterface
  public interface Writing {
    void writeTo(Path temporary) throws IOException;
  }

  /**
   * Rejects a place that cannot be written, before the work for it begins.
   *
   * @param overwrite true if an existing file may be replaced
   * @throws UsageError if the file exists and must not be replaced, if it is a folder, a pipe or a
   *     device, or if its folder cannot be created or written
   */
  public static void check(Path file, boolean overwrite) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new UsageError(file + ": expected a file to write, found a folder");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageError(file + ": expected a file to write, found a pipe or a device");
    }
    if (Files.exists(file) && !overwrite) {
      throw new UsageError(file + ": already there; choose another place or add --overwrite");
    }
    Path existing = folder;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing != null && !Files.isDirectory(existing)) {
      throw new UsageError(folder + ": cannot be made, " + existing + " is not a folder");
    }
    if (existing == null || !Files.isWritable(existing)) {
      throw new UsageError(folder + ": cannot be written");
    }
  }

  /**
   * Writes a file in UTF-8. If writing fails, the old content stays.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, Content content) throws IOException {
    replace(
        file,
        temporary -> {
          try (BufferedWriter writer = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8)) {
            content.writeTo(writer);
          }
        });
  }

  /**
   * Creates or replaces a file. If that fails, the old content stays. A replaced file keeps its
   * permissions for reading and writing; a link to it stays a link.
   *
   * @param writing function that fills a new empty file, which is then renamed
   * @throws IOException if writing fails; the message names the file
   */
  public static void replace(Path file, Writing writing) throws IOException {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      requireRegular(file);
      Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      // The name is unpredictable, so that no link is there and no other process writes it.
      Path temporary =
          place.resolveSibling(".%s.%s.partial".formatted(beginOfName(place), UUID.randomUUID()));
      try {
        create(temporary, place);
        writing.writeTo(temporary);
        Files.move(
            temporary, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + Failure.reason(e), e);
    }
  }

  private static void requireRegular(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("expected a file or nothing at its place, found a pipe or a device");
    }
  }

  private static String beginOfName(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, Math.min(MOST_OF_NAME, name.length()));
  }

  /** Creates an empty file with the owner and permissions of the file that it will replace. */
  private static void create(Path temporary, Path place) throws IOException {
    var of = Files.getFileAttributeView(place, PosixFileAttributeView.class);
    if (of == null || !Files.exists(place)) {
      Files.createFile(temporary);
      return;
    }
    PosixFileAttributes there = of.readAttributes();
    Files.createFile(temporary, PosixFilePermissions.asFileAttribute(there.permissions()));
    var made = Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    PosixFileAttributes own = made.readAttributes();
    try {
      if (!own.group().equals(there.group())) {
        made.setGroup(there.group());
      }
      if (!own.owner().equals(there.owner())) {
        made.setOwner(there.owner());
      }
    } catch (IOException e) {
      // Only an administrator may change the owner.
    }
    // The permissions follow the owner, since the system restricts those of new files.
    made.setPermissions(there.permissions());
  }
}
