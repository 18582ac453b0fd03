package org.curtail.cli.plan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on the profile of the Few-to-Many paper's Figure 5. */
abstract class PlanCommandCase {
  /** The requests of the Few-to-Many paper's Figure 5. */
  static final String FIGURE_5 =
      """
      {"format":"curtail-profile/1","maxDegree":3,"source":"Figure 5","timesMs":[
      [50,33.333333333333336,25],
      [150,100,75]]}
      """;

  /** All of the plan, as in the paper. */
  static final String[] GOAL = {
    "--cores",
    "6",
    "--target-parallelism",
    "6",
    "--degrees",
    "1,3",
    "--step-ms",
    "50",
    "--allow-harm"
  };

  @TempDir Path folder;
  Path profile = Path.of("");
  Path table = Path.of("");

  @BeforeEach
  void writeProfile() throws IOException {
    profile = folder.resolve("profile.json");
    table = folder.resolve("table.json");
    Files.writeString(profile, FIGURE_5);
  }

  /** Output of a run on the two streams; {@code misuse} is the complaint or empty. */
  record Outcome(int exitCode, String out, String err, String misuse) {}

  static Outcome run(String... args) {
    PrintStream systemOut = System.out;
    PrintStream systemErr = System.err;
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var misuse = new StringBuilder();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int exitCode =
          new CommandLine(new PlanCommand())
              .setParameterExceptionHandler((failure, given) -> {
                misuse.append(failure.getMessage());
                return 2;
              })
              .setExecutionExceptionHandler((failure, command, parsed) -> {
                if (failure instanceof UsageError) {
                  misuse.append(failure.getMessage());
                  return 2;
                }
                throw failure;
              })
              .execute(args);
      return new Outcome(
          exitCode,
          out.toString(StandardCharsets.UTF_8),
          err.toString(StandardCharsets.UTF_8),
          misuse.toString());
    } finally {
      System.setOut(systemOut);
      System.setErr(systemErr);
    }
  }

  Outcome plan(String... more) {
    return run(
        Stream.of(new String[] {"--profile", profile.toString()}, more)
            .flatMap(Arrays::stream)
            .toArray(String[]::new));
  }

  static String[] with(String[] some, String... more) {
    return Stream.of(some, more).flatMap(Arrays::stream).toArray(String[]::new);
  }
}
