package org.curtail.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs an example in a JVM of its own, as its reader does. */
final class Program {
  private Program() {}

  /**
   * What it prints on standard output; it must end by itself, without an error.
   *
   * @param name of the class
   * @param folder to run in
   */
  static List<String> run(String name, Path folder, String... args) throws Exception {
    Path out = folder.resolve(name + ".out");
    Path err = folder.resolve(name + ".err");
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "org.curtail.examples." + name));
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
