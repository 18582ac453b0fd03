package org.curtail.app;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.curtail.app.commandline.CurtailCommandLine;
import org.curtail.measurement.terminal.Console;

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
    int exitCode = CurtailCommandLine.of(Main.root(), console).execute(args);
    return new Terminal(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The line with which it failed. */
  public String complaint() {
    return err.lines()
        .filter(line -> line.startsWith("curtail: "))
        .findFirst()
        .orElse("(no complaint in: " + err + ")");
  }
}
