package org.curtail.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Runs an example in its own JVM, as its reader does. */
final class Program {
  /** Programs run without arguments, by name. */
  private static final Map<String, Program> BY_NAME = new ConcurrentHashMap<>();

  private final Lock running = new ReentrantLock();
  private List<String> printed = List.of();

  private Program() {}

  /**
   * Runs a program and returns its standard output; it must end by itself, without an error.
   * Without arguments each program runs once for all tests.
   *
   * @param name name of the class
   * @param folder working directory
   */
  static List<String> run(String name, Path folder, String... args) throws Exception {
    return args.length > 0
        ? start(name, folder, args)
        : BY_NAME.computeIfAbsent(name, ignored -> new Program()).once(name, folder);
  }

  private List<String> once(String name, Path folder) throws Exception {
    running.lock();
    try {
      if (printed.isEmpty()) {
        printed = start(name, folder);
      }
      return printed;
    } finally {
      running.unlock();
    }
  }

  /**
   * Options of this JVM, so that a program runs with the same compiler and collector as its test.
   */
  private static List<String> compilerAndCollector() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:"))
        .toList();
  }

  private static List<String> start(String name, Path folder, String... args) throws Exception {
    Path out = folder.resolve(name + ".out");
    Path err = folder.resolve(name + ".err");
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
    command.addAll(compilerAndCollector());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "org.curtail.examples." + name));
    command.addAll(List.of(args));
    Process program =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exitCode = program.waitFor();
    String errors = Files.readString(err);
    assertThat(exitCode).as(errors).isZero();
    assertThat(errors).doesNotContain("Exception");
    return Files.readAllLines(out);
  }
}
