package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.commandline.CurtailCommandLine;

/** Runs the command as a user would, and keeps what it printed. */
public record Terminal(int exitCode, String out, String err) {
  public static Terminal curtail(Object... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    String[] args = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
    int exitCode = CurtailCommandLine.of(Main.root(args), console).execute(args);
    return new Terminal(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Returns the same. */
  public static Terminal assertDone(Terminal run) {
    assertThat(run.exitCode).as(run.err).isZero();
    return run;
  }

  /** It says in one line what is wrong with what it was given, and prints nothing else. */
  public static void assertUsageError(Terminal run, String... parts) {
    assertThat(run.exitCode).as(run.err).isEqualTo(2);
    assertThat(run.complaint()).contains(parts);
    assertThat(run.err).doesNotContain("\tat ");
    assertThat(run.out).isEmpty();
  }

  /** The line with which it failed. */
  public String complaint() {
    return err.lines()
        .filter(line -> line.startsWith("curtail: "))
        .findFirst()
        .orElse("(no complaint in: " + err + ")");
  }
}
