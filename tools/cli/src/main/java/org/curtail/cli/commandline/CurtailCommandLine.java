package org.curtail.cli.commandline;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Makes a command that runs from words. All commands, in a shell or a demo, are made here. */
public final class CurtailCommandLine {
  private static final String EXPECTED = "expected ";

  /** Exit code of a command that failed. */
  public static final int FAILED = 1;

  private static final int MISUSED = 2;
  private static final int STOPPED = 130;

  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,1000}");

  /** Decimal numbers of {@link Double#parseDouble}; no hexadecimal ones, type suffixes or words. */
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
      requireWholeLists(parsed);
      SharedOptions.of(parsed).console = console;
      return new CommandLine.RunLast().execute(parsed);
    });
    commandLine.setParameterExceptionHandler((misuse, given) -> {
      CommandLine misused = misuse.getCommandLine();
      console.say("curtail: " + of(misuse));
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

  // ---- Complaints about command lines.

  /**
   * Returns the complaint in one sentence: option, value and what is expected. An unknown word
   * comes first, since it explains why others are missing.
   */
  public static String of(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    return unknown(command, failure)
        .orElseGet(() ->
            switch (failure) {
              case MissingParameterException missing -> missing(missing);
              case OverwrittenOptionException twice ->
                  "%s: expected the option once, found it more than once"
                      .formatted(name(twice.getOverwritten()));
              case MaxValuesExceededException many -> Failure.reason(many);
              default -> value(failure);
            });
  }

  private static Optional<String> unknown(CommandLine command, ParameterException failure) {
    List<String> words = new ArrayList<>(command.getUnmatchedArguments());
    if (failure instanceof CommandLine.UnmatchedArgumentException unmatched) {
      words.addAll(unmatched.getUnmatched());
    }
    if (words.isEmpty()) {
      return Optional.empty();
    }
    String word = words.getFirst();
    String shown = Abbreviated.of(word);
    String caller = command.getCommandSpec().qualifiedName();
    if (word.startsWith("-")) {
      List<String> options =
          command.getCommandSpec().options().stream()
              .flatMap(option -> Arrays.stream(option.names()))
              .toList();
      String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      return Optional.of(
          "%s has no option %s%s".formatted(caller, shown, NearestName.hint(option, options)));
    }
    if (!command.getSubcommands().isEmpty()) {
      return Optional.of(
          "%s has no command '%s'%s"
              .formatted(caller, shown, NearestName.hint(word, command.getSubcommands().keySet())));
    }
    return Optional.of("%s does not accept the word '%s'".formatted(caller, shown));
  }

  private static String missing(MissingParameterException failure) {
    List<ArgSpec> missing = failure.getMissing();
    boolean withoutValue = !String.valueOf(failure.getMessage()).startsWith("Missing required");
    boolean parameterOfOption =
        String.valueOf(failure.getMessage()).startsWith("Missing required parameter for option");
    if ((withoutValue || parameterOfOption) && missing.size() == 1) {
      ArgSpec option = missing.getFirst();
      return option.arity().min() > 1
          ? "%s: expected %d values after it, found fewer"
              .formatted(name(option), option.arity().min())
          : "%s: expected a value %s after it, found none"
              .formatted(name(option), option.paramLabel());
    }
    String names =
        missing.stream()
            .map(argument ->
                argument.isOption()
                    ? name(argument) + " " + argument.paramLabel()
                    : argument.paramLabel())
            .collect(Collectors.joining(" and "));
    return missing.size() == 1
        ? "%s is missing: expected %s".formatted(names, sentence(missing.getFirst()))
        : names + " are missing";
  }

  /** The first sentence of an argument's help text. */
  private static String sentence(ArgSpec argument) {
    String description =
        String.join(" ", argument.description())
            .replace("${COMPLETION-CANDIDATES}", candidates(argument));
    int end = description.indexOf(". ");
    String first = end < 0 ? description : description.substring(0, end + 1);
    String clause = first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    return clause.substring(0, 1).toLowerCase(Locale.ROOT) + clause.substring(1);
  }

  private static String candidates(ArgSpec argument) {
    Iterable<String> candidates = argument.completionCandidates();
    return candidates == null ? "" : String.join(", ", candidates);
  }

  private static String value(ParameterException failure) {
    ArgSpec argument = failure.getArgSpec();
    String whole = String.valueOf(failure.getMessage());
    if (argument == null) {
      return Failure.reason(failure);
    }
    String found = Abbreviated.of(String.valueOf(failure.getValue()));
    Class<?> type = argument.auxiliaryTypes()[0];
    if (type.isEnum()) {
      List<String> names =
          Arrays.stream(type.getEnumConstants())
              .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
              .toList();
      return "%s: expected %s, found '%s'%s"
          .formatted(
              name(argument),
              OptionRules.alternatives(names),
              found,
              NearestName.hint(found, names));
    }
    if (type == boolean.class || type == Boolean.class) {
      return "%s: expected no value after it, found '%s'".formatted(name(argument), found);
    }
    // picocli's message names the option before the colon.
    int expected = whole.indexOf(": " + EXPECTED);
    return name(argument)
        + (expected < 0 ? ": " + Failure.reason(failure) : whole.substring(expected));
  }

  /**
   * Rejects lists that end with a comma, which the parser accepts.
   *
   * @throws ParameterException if an option has one
   */
  private static void requireWholeLists(CommandLine.ParseResult parsed) {
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.splitRegex().equals(",")) {
        for (String value : option.originalStringValues()) {
          if (value.endsWith(",")) {
            throw new ParameterException(
                parsed.commandSpec().commandLine(),
                "%s: %sa value after the last comma, found nothing in '%s'"
                    .formatted(name(option), EXPECTED, Abbreviated.of(value)));
          }
        }
      }
    }
    if (parsed.hasSubcommand()) {
      requireWholeLists(parsed.subcommand());
    }
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }
}
