package org.curtail.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The folders that {@code ./release} has made. */
final class Release {
  static final Path FOLDER = Path.of(System.getProperty("release.folder"));
  static final String VERSION = System.getProperty("release.version");

  /** A Maven repository with the published artifacts. */
  static final Path STAGING = FOLDER.resolve("staging");

  /** The zips. */
  static final Path DOWNLOADS = FOLDER.resolve("downloads");

  private Release() {}

  /** The names of all published artifacts, in order. */
  static List<String> artifacts() {
    try (Stream<Path> folders = Files.list(STAGING.resolve("org/curtail"))) {
      return List.copyOf(
          new TreeSet<>(folders.map(folder -> folder.getFileName().toString()).toList()));
    } catch (IOException e) {
      throw new UncheckedIOException("expected the folder of ./release", e);
    }
  }

  /** The names of the artifacts that are jars. */
  static List<String> jars() {
    return artifacts().stream().filter(name -> Files.exists(file(name, ".jar"))).toList();
  }

  /** A file of an artifact: its POM for {@code .pom}, its sources for {@code -sources.jar}. */
  static Path file(String artifact, String end) {
    return STAGING
        .resolve("org/curtail")
        .resolve(artifact)
        .resolve(VERSION)
        .resolve(artifact + "-" + VERSION + end);
  }

  /** All files below a folder, in order. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Unpacks a zip, with its programs executable. */
  static void unpack(Path zip, Path folder) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(in, file);
          if (file.getParent().endsWith("bin")) {
            file.toFile().setExecutable(true);
          }
        }
      }
    }
  }

  /** The end of a program: its exit code, and what it printed. */
  record Ended(int exitCode, String output) {}

  /**
   * Runs a program to its end.
   *
   * @throws IllegalStateException if the program runs for more than ten minutes
   */
  static Ended run(Path folder, List<String> words, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("release", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(10, TimeUnit.MINUTES)) {
        throw new IllegalStateException(words + " runs for more than ten minutes");
      }
      return new Ended(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
