package org.curtail.cli.diagnose;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of the threads with which the JVM compiles methods. It compiles what is new, and that is
 * what observes at first, so its time says nothing of a service that has run for a while. For one
 * thread.
 */
final class CompilerTime {
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final double NANOS_PER_MS = 1e6;

  /** Folder with a folder for each thread, see proc(5). */
  private final Path threads;

  /** The JVM ends threads that have nothing to compile. */
  private final Map<Path, Double> msOfThread = new HashMap<>();

  /** Of this JVM. */
  CompilerTime() {
    this(THREADS);
  }

  CompilerTime(Path threads) {
    this.threads = threads;
  }

  /**
   * So far; 0 where the system does not tell. A thread that has ended counts as it did when it was
   * last asked.
   */
  double ms() {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        msOfThread.merge(thread, ofThread(thread), Math::max);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // No Linux, or it hides them.
    }
    return msOfThread.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double ofThread(Path thread) {
    try {
      // The system keeps the first fifteen characters of a name.
      if (!Files.readString(thread.resolve("comm")).matches("C[12] CompilerThre\\s*")) {
        return 0;
      }
      String[] words = Files.readString(thread.resolve("schedstat")).split(" ", -1);
      return Long.parseLong(words[0]) / NANOS_PER_MS;
    } catch (IOException | NumberFormatException e) {
      // It has just ended.
      return 0;
    }
  }
}
