package org.curtail.linux.energy;

import java.nio.file.Path;
import java.util.List;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * The files in which the kernel says what it knows of cores, clocks and energy, and takes settings:
 * sysfs(5) and proc(5). Paths are absolute, as on the machine itself. Safe for all threads.
 */
interface SystemFiles {
  /** A file's text, without white space around it. */
  Availability<String> read(String path);

  /**
   * Hands a value to the kernel, which may refuse it. Makes no file.
   *
   * @return the value
   */
  Availability<String> write(String path, String value);

  /** The names of what is in a folder, in the order of the alphabet. */
  Availability<List<String>> list(String folder);

  /** Whether the process may write a file, as far as can be told without doing so. */
  boolean isWritable(String path);

  /** Those of this machine. */
  static Availability<SystemFiles> ofThisMachine() {
    return of(System.getProperty("os.name", ""), Path.of("/"));
  }

  static Availability<SystemFiles> of(String system, Path root) {
    return system.equals("Linux")
        ? new Available<>(new RootedFiles(root))
        : new Unavailable<>("this is %s, not Linux".formatted(system));
  }
}
