package org.curtail.traces.duckdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The library of 70 MB that DuckDB's driver unpacks into the temporary folder. The driver removes
 * it when this process ends by itself, but not when it is killed.
 */
final class UnpackedLibrary {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final String NAME = "libduckdb_java";

  private UnpackedLibrary() {}

  /**
   * Removes the file of the library that this process has loaded: Linux keeps what is loaded until
   * the process ends. Does nothing on other systems, and nothing if the library is not in the
   * temporary folder.
   */
  static void forget() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    try {
      for (String line : mapped()) {
        int at = line.indexOf('/');
        if (at >= 0 && line.contains("/" + NAME)) {
          Path library = Path.of(line.substring(at));
          if (library.startsWith(temporary.toRealPath()) || library.startsWith(temporary)) {
            Files.deleteIfExists(library);
          }
        }
      }
    } catch (IOException e) {
      // Then the driver removes it at the end.
    }
  }

  private static List<String> mapped() throws IOException {
    return Files.isReadable(MAPS) ? Files.readAllLines(MAPS, StandardCharsets.UTF_8) : List.of();
  }
}
