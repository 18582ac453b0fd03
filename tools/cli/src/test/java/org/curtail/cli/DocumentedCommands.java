package org.curtail.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands in README.md, the guides, the notes and the examples. */
final class DocumentedCommands {
  /** A command on a line of its own with the lines it goes on in, or one in running text. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)^[ *]*(?:\\$ )?PROGRAM((?:[^\\n\\\\]|\\\\\\n)*)|`PROGRAM([^`]*)`"
              .replace("PROGRAM", "(?:\\.|/path/to)/curtail\\b"));

  private static final Pattern COMMENT = Pattern.compile("\\s#\\s.*");

  private DocumentedCommands() {}

  /**
   * A command as documented.
   *
   * @param place file and line, for people
   * @param words without the program
   */
  record Documented(String place, List<String> words) {}

  static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder above this one has mvnw");
  }

  static List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    for (String place :
        List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs", "research/notes")) {
      files.addAll(filesIn(root().resolve(place), ".md"));
    }
    files.addAll(filesIn(root().resolve("examples/src/main"), ".java"));
    return files;
  }

  private static List<Path> filesIn(Path place, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  static List<Documented> commandsIn(Path file) throws IOException {
    String text = Files.readString(file);
    var commands = new ArrayList<Documented>();
    for (MatchResult found : COMMAND.matcher(text).results().toList()) {
      String given = found.group(1) == null ? found.group(2) : found.group(1);
      String line = COMMENT.matcher(given.replace("\\\n", " ")).replaceAll("").strip();
      long number = text.substring(0, found.start()).lines().count() + 1;
      if (!line.isEmpty()) {
        commands.add(
            new Documented(
                root().relativize(file) + ":" + number, List.of(line.split("\\s+", -1))));
      }
    }
    return commands;
  }
}
