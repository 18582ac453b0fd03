package org.curtail.cli.commandline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.OptionRules;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;

/** A complaint about a command line, in one sentence: option, value and what is expected. */
public final class ParseComplaint {
  private static final String EXPECTED = "expected ";

  private ParseComplaint() {}

  /** The sentence. An unknown word comes first: it explains why others are missing. */
  public static String of(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    return unknown(command, failure)
        .orElseGet(() ->
            switch (failure) {
              case MissingParameterException missing -> missing(missing);
              case OverwrittenOptionException twice ->
                  "%s: expected it once, found it more than once"
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
    return Optional.of("%s cannot use the word '%s'".formatted(caller, shown));
  }

  private static String missing(MissingParameterException failure) {
    List<ArgSpec> missing = failure.getMissing();
    boolean withoutValue = !String.valueOf(failure.getMessage()).startsWith("Missing required");
    boolean parameterOfOption =
        String.valueOf(failure.getMessage()).startsWith("Missing required parameter for option");
    if ((withoutValue || parameterOfOption) && missing.size() == 1) {
      ArgSpec option = missing.getFirst();
      return option.arity().min() > 1
          ? "%s: expected %d values behind it, found fewer"
              .formatted(name(option), option.arity().min())
          : "%s: expected a value %s behind it, found none"
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

  /** The first sentence of its help text. */
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
      return "%s: expected no value behind it, found '%s'".formatted(name(argument), found);
    }
    // picocli's message names the option before the colon.
    int expected = whole.indexOf(": " + EXPECTED);
    return name(argument)
        + (expected < 0 ? ": " + Failure.reason(failure) : whole.substring(expected));
  }

  /**
   * Rejects lists with nothing behind a comma, which the parser accepts at the end.
   *
   * @throws ParameterException if an option has one
   */
  public static void requireWholeLists(CommandLine.ParseResult parsed) {
    for (OptionSpec option : parsed.matchedOptions()) {
      if (option.splitRegex().equals(",")) {
        for (String value : option.originalStringValues()) {
          if (value.endsWith(",")) {
            throw new ParameterException(
                parsed.commandSpec().commandLine(),
                "%s: %sa value behind the last comma, found nothing in '%s'"
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
