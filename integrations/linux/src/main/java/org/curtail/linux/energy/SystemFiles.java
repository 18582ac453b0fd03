package org.curtail.linux.energy;

import java.nio.file.Path;
import java.util.List;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * The kernel's files on cores, clocks and energy: sysfs(5) and proc(5). Paths are absolute, as on
 * the machine itself. Thread-safe.
 */
interface SystemFiles {
  /** Reads a file's text, without surrounding white space. */
  Availability<String> read(String path);

  /**
   * Writes a value, which the kernel may refuse. Creates no file.
   *
   * @return the written value
   */
  Availability<String> write(String path, String value);

  /** Names of the entries of a folder, in alphabetical order. */
  Availability<List<String>> list(String folder);

  /** True if the process seems to be permitted to write a file. */
  boolean isWritable(String path);

  /** Returns the files of this machine. */
  static Availability<SystemFiles> ofThisMachine() {
    return of(System.getProperty("os.name", ""), Path.of("/"));
  }

  static Availability<SystemFiles> of(String system, Path root) {
    return system.equals("Linux")
        ? new Available<>(new RootedFiles(root))
        : new Unavailable<>("this is %s, not Linux".formatted(system));
  }
}
