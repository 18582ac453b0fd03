package org.curtail.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the state of the calling thread from proc(5), without the calls under test. */
final class Proc {
  private static final Path THREAD = Path.of("/proc/thread-self");

  private Proc() {}

  static int nice() {
    return stat(19);
  }

  static int policy() {
    return stat(41);
  }

  static String comm() {
    return read("comm").stripTrailing();
  }

  static String cores() {
    return read("status")
        .lines()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.replaceFirst("^.*:\\s*", ""))
        .findFirst()
        .orElseThrow();
  }

  /** A field by its number; the second one, a name in brackets, may contain any character. */
  private static int stat(int field) {
    String stat = read("stat");
    List<String> afterName = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    return Integer.parseInt(afterName.get(field - 3));
  }

  private static String read(String file) {
    try {
      return Files.readString(THREAD.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
