package org.curtail.linux.energy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Files below a root folder; on the machine itself the root is "/".
 *
 * @param root root of all paths
 */
record RootedFiles(Path root) implements SystemFiles {
  /** The kernel limits a setting's file to a page; pages may have 64 KiB. */
  private static final int MOST_BYTES = 1 << 16;

  private Path place(String path) {
    return root.resolve(path.substring(1));
  }

  @Override
  public Availability<String> read(String path) {
    try (InputStream in = Files.newInputStream(place(path))) {
      return new Available<>(new String(in.readNBytes(MOST_BYTES), ISO_8859_1).strip());
    } catch (IOException e) {
      return new Unavailable<>(reason(path, e));
    }
  }

  @Override
  public Availability<String> write(String path, String value) {
    try {
      Files.write(
          place(path),
          value.getBytes(ISO_8859_1),
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
      return new Available<>(value);
    } catch (IOException e) {
      return new Unavailable<>("%s; the value was %s".formatted(reason(path, e), value));
    }
  }

  @Override
  public Availability<List<String>> list(String folder) {
    try (Stream<Path> entries = Files.list(place(folder))) {
      return new Available<>(entries.map(entry -> "" + entry.getFileName()).sorted().toList());
    } catch (IOException e) {
      return new Unavailable<>(reason(folder, e));
    }
  }

  @Override
  public boolean isWritable(String path) {
    return Files.isWritable(place(path));
  }

  static String reason(String path, IOException failure) {
    return path + reason(failure);
  }

  private static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException none -> " is not there";
      case AccessDeniedException denied -> ": not permitted, it requires root";
      case FileSystemException e when e.getReason() != null -> ": " + e.getReason();
      default -> ": " + failure.getMessage();
    };
  }
}
