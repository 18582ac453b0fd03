package org.curtail.app;

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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.app.commandline.CurtailCommandLine;
import org.curtail.measurement.terminal.Console;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every command in README.md, the guides and the examples is one that the command line takes. */
class DocumentedCommandsTest {
  /** A command on a line of its own with the lines it goes on in, or one in running text. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)^[ *]*(?:\\$ )?PROGRAM((?:[^\\n\\\\]|\\\\\\n)*)|`PROGRAM([^`]*)`"
              .replace("PROGRAM", "(?:\\.|/path/to)/curtail\\b"));

  private static final Pattern COMMENT = Pattern.compile("\\s#\\s.*");

  /** What a placeholder for further arguments looks like. */
  private static final String AND_SO_ON = "...";

  @TempDir private Path folder;

  /**
   * A command as documented.
   *
   * @param place file and line, for people
   * @param words without the program
   */
  private record Documented(String place, List<String> words) {}

  private static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder above this one has mvnw");
  }

  private static List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    for (String place : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs")) {
      files.addAll(filesIn(root().resolve(place), ".md"));
    }
    files.addAll(filesIn(root().resolve("curtail-examples/src/main"), ".java"));
    return files;
  }

  private static List<Path> filesIn(Path place, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static List<Documented> commandsIn(Path file) throws IOException {
    String text = Files.readString(file);
    var commands = new ArrayList<Documented>();
    for (MatchResult found : COMMAND.matcher(text).results().toList()) {
      String given = found.group(1) == null ? found.group(2) : found.group(1);
      String line = COMMENT.matcher(given.replace("\\\n", " ")).replaceAll("").strip();
      long number = text.substring(0, found.start()).lines().count() + 1;
      if (!line.isEmpty()) {
        commands.add(
            new Documented(root().relativize(file) + ":" + number, List.of(line.split("\\s+"))));
      }
    }
    return commands;
  }

  private static CommandLine curtail() {
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return CurtailCommandLine.of(Main.root(), new Console(nowhere, nowhere, false));
  }

  private static void parse(List<String> words) {
    // Of a command that is only named, or goes on, required options may be missing.
    boolean abridged = words.size() == 1 || words.contains(AND_SO_ON);
    String[] given = words.stream().filter(word -> !word.equals(AND_SO_ON)).toArray(String[]::new);
    try {
      curtail().parseArgs(given);
    } catch (CommandLine.MissingParameterException e) {
      if (!abridged) {
        throw e;
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> every_command_parses() throws IOException {
    var commands = new ArrayList<Documented>();
    for (Path file : files()) {
      commands.addAll(commandsIn(file));
    }
    assertThat(commands).hasSizeGreaterThan(30);
    return commands.stream()
        .map(command ->
            dynamicTest(
                command.place + " " + String.join(" ", command.words), () -> parse(command.words)));
  }

  @Test
  void every_command_of_the_program_is_documented() throws IOException {
    Set<String> documented = new HashSet<>();
    for (Path file : files()) {
      commandsIn(file).forEach(command -> documented.add(command.words.getFirst()));
    }
    assertThat(documented).containsAll(curtail().getSubcommands().keySet());
  }

  @Test
  void commands_are_found_in_blocks_and_in_text_with_the_lines_they_go_on_in() throws IOException {
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
    List<List<String>> found = commandsIn(file).stream().map(Documented::words).toList();
    assertThat(found)
        .containsExactly(
            List.of("machine"),
            List.of("index", "a.zip", "--out", "i"),
            List.of("plan", "--profile", "p.json", "--cores", "4"),
            List.of("bench", "--index", "...", "--out", "results"));
  }
}
