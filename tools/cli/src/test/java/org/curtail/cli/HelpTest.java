package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.commandline.CurtailCommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** What every command says of itself: whole sentences, lines that fit, examples that parse. */
public class HelpTest {
  private static final int NO_TERMINAL = 80;

  /** A sign of percent, as texts of options must write it, and as it is shown. */
  private static final String DOUBLED = "%%";

  private static final String PERCENT = "%";

  /** Made once for all, since that takes long, and only asked for its texts. */
  private static final CommandLine UNPARSED = curtail();

  private static CommandLine curtail(String... words) {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return CurtailCommandLine.of(Main.root(words), new Console(nowhere, nowhere, false));
  }

  static Stream<String> commands() {
    return UNPARSED.getSubcommands().entrySet().stream()
        .filter(entry -> !Main.isMissing(entry.getValue().getCommandSpec()))
        .flatMap(entry ->
            Stream.concat(
                Stream.of(entry.getKey()),
                entry.getValue().getSubcommands().keySet().stream()
                    .map(sub -> entry.getKey() + " " + sub)));
  }

  private static CommandLine command(String name) {
    CommandLine command = UNPARSED;
    for (String word : name.split(" ", -1)) {
      command = Objects.requireNonNull(command.getSubcommands().get(word));
    }
    return command;
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  /** Without white space, which picocli puts wherever it breaks a line. */
  private static String letters(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void theListOfCommandsHasTheFirstDescriptionOfEachWhole() {
    String help = words(UNPARSED.getUsageMessage());
    UNPARSED
        .getSubcommands()
        .forEach(
            (name, command) -> assertThat(help).contains(words(description(command).getFirst())));
    assertThat(UNPARSED.getUsageMessage().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(NO_TERMINAL));
  }

  private static List<String> description(CommandLine command) {
    return List.of(command.getCommandSpec().usageMessage().description());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyDescriptionIsOfWholeSentencesAndIsShownWhole(String name) {
    CommandLine command = command(name);
    String help = letters(command.getUsageMessage());
    var descriptions = new ArrayList<>(description(command));
    for (ArgSpec argument : command.getCommandSpec().args()) {
      assertThat(argument.description()).as(argument.toString()).isNotEmpty();
      // The help of each kind of bench shows the options of that kind: BenchCommandsTest.
      if (!name.equals("bench")) {
        descriptions.addAll(Arrays.asList(argument.description()));
      }
    }
    for (String description : descriptions) {
      assertThat(description).as("%s: %s", name, description).matches("(?s)[A-Z].*\\.");
      assertThat(help)
          .containsPattern(
              Pattern.quote(letters(description.replace(DOUBLED, PERCENT)))
                  .replaceAll("\\$\\{[A-Z-]+\\}", "\\\\E.+\\\\Q"));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpIsAsWideAsAPageAtMost(String name) {
    assertThat(command(name).getUsageMessage().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(NO_TERMINAL));
  }

  /** The words of each example: lines that begin with curtail, with those they go on in. */
  private static List<List<String>> examples(String name) {
    String footer =
        String.join("\n", command(name).getCommandSpec().usageMessage().footer())
            .replaceAll("\\\\\n\\s+", "")
            .replace(DOUBLED, PERCENT);
    return footer
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("curtail "))
        .map(line -> Pattern.compile(" +").splitAsStream(line).toList())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasAnExampleAndEveryExampleParsesAndIsShownWhole(String name) {
    String help = command(name).getUsageMessage();
    assertThat(examples(name)).isNotEmpty();
    for (List<String> example : examples(name)) {
      assertThat(letters(help).replace("\\", "")).contains(letters(String.join("", example)));
      assertThat(String.join(" ", example)).startsWith("curtail " + name);
      String[] words = example.subList(1, example.size()).toArray(String[]::new);
      CommandLine.ParseResult parsed = curtail(words).parseArgs(words);
      CommandLine.ParseResult innermost = parsed;
      for (String word : name.split(" ", -1)) {
        innermost = innermost.subcommand();
        assertThat(innermost.commandSpec().name()).isEqualTo(word);
      }
    }
    for (String line : command(name).getCommandSpec().usageMessage().footer()) {
      assertThat(help.lines())
          .as("an example is not wrapped")
          .contains(line.replace(DOUBLED, PERCENT));
    }
  }

  @Test
  void examplesThatNeedAnIndexInOrderOfImportanceUseOneThatAnExampleMakes() {
    Set<String> sorted = new HashSet<>();
    for (List<String> example : examples("index")) {
      if (example.contains("--static-rank")) {
        sorted.add(example.get(example.indexOf("--out") + 1));
      }
    }
    List<List<String>> needing =
        commands()
            .flatMap(name -> examples(name).stream())
            .filter(example ->
                example.contains("--early-termination")
                    || example.get(1).equals("tune-chunks")
                    || example.get(1).equals("early-termination"))
            .toList();
    assertThat(needing).hasSizeGreaterThanOrEqualTo(2);
    assertThat(needing)
        .allSatisfy(
            example -> assertThat(sorted).contains(example.get(example.indexOf("--index") + 1)));
  }
}
