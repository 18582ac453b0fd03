package org.curtail.cli.diagnose;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of the JVM's compiler threads. At first they compile the code for observing. So their
 * time says nothing about a service that has run for some time. For one thread.
 */
final class CompilerTime {
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final double NANOS_PER_MS = 1e6;

  /** Folder with a subfolder for each thread, see proc(5). */
  private final Path threads;

  /** Times by thread; the JVM ends idle compiler threads. */
  private final Map<Path, Double> msOfThread = new HashMap<>();

  /** Creates a reader for this JVM. */
  CompilerTime() {
    this(THREADS);
  }

  CompilerTime(Path threads) {
    this.threads = threads;
  }

  /**
   * The time so far; 0 if the system does not report it. An ended thread counts with its last
   * reading.
   */
  double ms() {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        msOfThread.merge(thread, ofThread(thread), Math::max);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The system is not Linux, or hides threads.
    }
    return msOfThread.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double ofThread(Path thread) {
    try {
      // The system keeps only the first fifteen characters of a name.
      if (!Files.readString(thread.resolve("comm")).matches("C[12] CompilerThre\\s*")) {
        return 0;
      }
      String[] words = Files.readString(thread.resolve("schedstat")).split(" ", -1);
      return Long.parseLong(words[0]) / NANOS_PER_MS;
    } catch (IOException | NumberFormatException e) {
      // The thread has just ended.
      return 0;
    }
  }
}
