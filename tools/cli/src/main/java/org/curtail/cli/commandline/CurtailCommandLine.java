package org.curtail.cli.commandline;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.UsageError;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Makes a command that runs from words: the same for every command, from a shell or a demo. */
public final class CurtailCommandLine {
  /** Exit code of a command that failed. */
  public static final int FAILED = 1;

  private static final int MISUSED = 2;
  private static final int STOPPED = 130;

  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,1000}");

  /**
   * Numbers as {@link Double#parseDouble} takes them, except hexadecimal ones, type suffixes and
   * words.
   */
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private CurtailCommandLine() {}

  /** A command or sub-command with the messages and exit codes of all commands. */
  public static CommandLine of(Object command, Console console) {
    var commandLine = new CommandLine(command);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    registerValues(commandLine);
    commandLine.setHelpFactory((spec, colours) -> {
      UsageWidth.fit(spec);
      return new CommandLine.Help(spec, colours);
    });
    commandLine.setExecutionStrategy(parsed -> {
      ParseComplaint.requireWholeLists(parsed);
      SharedOptions.of(parsed).console = console;
      return new CommandLine.RunLast().execute(parsed);
    });
    commandLine.setParameterExceptionHandler((misuse, given) -> {
      CommandLine misused = misuse.getCommandLine();
      console.say("curtail: " + ParseComplaint.of(misuse));
      console.say(
          "try: " + CommandWords.called(misused.getCommandSpec().qualifiedName()) + " --help");
      return MISUSED;
    });
    commandLine.setExecutionExceptionHandler((failure, failed, parsed) -> {
      console.say("curtail: " + Failure.reason(failure));
      if (parsed.hasMatchedOption("--debug")) {
        console.trace(failure);
      }
      return switch (failure) {
        case UsageError misuse -> MISUSED;
        case Interrupted interrupted -> STOPPED;
        default -> FAILED;
      };
    });
    return commandLine;
  }

  /** Registers the value types for a command and its sub-commands. */
  private static void registerValues(CommandLine commandLine) {
    commandLine
        .registerConverter(Integer.class, CurtailCommandLine::integer)
        .registerConverter(int.class, CurtailCommandLine::integer)
        .registerConverter(Long.class, CurtailCommandLine::longInteger)
        .registerConverter(long.class, CurtailCommandLine::longInteger)
        .registerConverter(Double.class, CurtailCommandLine::decimal)
        .registerConverter(double.class, CurtailCommandLine::decimal)
        .registerConverter(Path.class, CurtailCommandLine::path);
  }

  /** A whole number that fits into an {@code int}. */
  private static int integer(String text) {
    return whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE).intValueExact();
  }

  private static long longInteger(String text) {
    return whole(text, Long.MIN_VALUE, Long.MAX_VALUE).longValueExact();
  }

  private static BigInteger whole(String text, long least, long most) {
    if (!WHOLE.matcher(text.strip()).matches()) {
      throw unexpected("a whole number", text);
    }
    var number = new BigInteger(text.strip());
    if (number.compareTo(BigInteger.valueOf(most)) > 0) {
      throw unexpected("a whole number of at most %,d".formatted(most), text);
    }
    if (number.compareTo(BigInteger.valueOf(least)) < 0) {
      throw unexpected("a whole number of at least %,d".formatted(least), text);
    }
    return number;
  }

  private static double decimal(String text) {
    if (!DECIMAL.matcher(text.strip()).matches()) {
      throw unexpected("a number", text);
    }
    double number = Double.parseDouble(text.strip());
    if (Double.isInfinite(number)) {
      throw unexpected("a number of at most 1e308", text);
    }
    return number;
  }

  private static Path path(String text) {
    if (text.isBlank()) {
      throw unexpected("a file or folder", text);
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw unexpected("a file or folder", text);
    }
  }

  /** A complaint that quotes the given text, so that blanks are visible. */
  private static TypeConversionException unexpected(String expected, String found) {
    return new TypeConversionException(
        "expected %s, found %s"
            .formatted(expected, found.isEmpty() ? "nothing" : "'" + Abbreviated.of(found) + "'"));
  }
}
