package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.commandline.CurtailCommandLine;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line takes every command in README.md, the guides, the notes and the examples. */
public class DocumentedCommandsTest {
  /** What a placeholder for further arguments looks like. */
  private static final String AND_SO_ON = "...";

  @TempDir private Path folder;

  private static CommandLine curtail(String... words) {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return CurtailCommandLine.of(Main.root(words), new Console(nowhere, nowhere, false));
  }

  /** Whether there are no words but those of a command, and of one below it. */
  private static boolean isOnlyNamed(List<String> words) {
    CommandLine command = curtail(words.toArray(String[]::new));
    for (String word : words) {
      command = command.getSubcommands().get(word);
      if (command == null) {
        return words.size() == 1;
      }
    }
    return true;
  }

  private static void parse(List<String> words) {
    String[] given = words.stream().filter(word -> !word.equals(AND_SO_ON)).toArray(String[]::new);
    try {
      curtail(given).parseArgs(given);
    } catch (CommandLine.MissingParameterException e) {
      // Of a command that is only named, or goes on, required options may be missing.
      if (!words.contains(AND_SO_ON) && !isOnlyNamed(words)) {
        throw e;
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> every_command_parses() throws IOException {
    var commands = new ArrayList<DocumentedCommands.Documented>();
    for (Path file : DocumentedCommands.files()) {
      commands.addAll(DocumentedCommands.commandsIn(file));
    }
    assertThat(commands).hasSizeGreaterThan(30);
    return commands.stream()
        .map(command ->
            dynamicTest(
                command.place() + " " + String.join(" ", command.words()),
                () -> parse(command.words())));
  }

  @Test
  void everyCommandOfTheProgramIsDocumented() throws IOException {
    Set<String> documented = new HashSet<>();
    for (Path file : DocumentedCommands.files()) {
      DocumentedCommands.commandsIn(file)
          .forEach(command -> documented.add(command.words().getFirst()));
    }
    assertThat(documented).containsAll(curtail().getSubcommands().keySet());
  }

  @Test
  void commandsAreFoundInBlocksAndInTextWithTheLinesTheyGoOnIn() throws IOException {
    Path file = folder.resolve("guide.md");
    Files.writeString(
        file,
        """
        First run `./curtail machine`, then `./curtail index a.zip
        --out i`, then

            $ ./curtail plan --profile p.json \\
                  --cores 4       # a comment
            ./curtail bench --index ... --out results
        """);
    List<List<String>> found =
        DocumentedCommands.commandsIn(file).stream()
            .map(DocumentedCommands.Documented::words)
            .toList();
    assertThat(found)
        .containsExactly(
            List.of("machine"),
            List.of("index", "a.zip", "--out", "i"),
            List.of("plan", "--profile", "p.json", "--cores", "4"),
            List.of("bench", "--index", "...", "--out", "results"));
  }
}
