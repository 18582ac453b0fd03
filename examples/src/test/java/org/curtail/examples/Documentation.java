package org.curtail.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** README.md, the guides, the notes, and the examples that contain their Java. */
final class Documentation {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w[\\w ]*)\\R(.*?)^ *```$");

  /** The repository. */
  static final Path ROOT = root();

  private Documentation() {}

  /**
   * A fenced block.
   *
   * @param place file and line, for messages
   * @param language language on its first line
   */
  record Block(String place, String language, String text) {}

  /**
   * A program.
   *
   * @param name name of its class
   */
  record Example(String name, String text) {}

  private static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder above this one has mvnw");
  }

  /** All Markdown files that users read. */
  static List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    for (String name :
        List.of(
            "README.md",
            "ARCHITECTURE.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "examples/README.md")) {
      files.add(ROOT.resolve(name));
    }
    for (String folder : List.of("docs", "research/notes")) {
      try (Stream<Path> pages = Files.walk(ROOT.resolve(folder))) {
        pages.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
      }
    }
    return files;
  }

  /** The fenced blocks of all files, in order. */
  static List<Block> blocks() throws IOException {
    var blocks = new ArrayList<Block>();
    for (Path file : files()) {
      String text = Files.readString(file);
      Matcher block = BLOCK.matcher(text);
      while (block.find()) {
        long line = text.substring(0, block.start()).lines().count() + 1;
        blocks.add(
            new Block(
                ROOT.relativize(file) + ":" + line,
                block.group(1),
                block.group(2).stripTrailing().stripIndent() + "\n"));
      }
    }
    return blocks;
  }

  /** All programs, in the order of their numbers. */
  static List<Example> examples() throws IOException {
    var examples = new ArrayList<Example>();
    Path folder = ROOT.resolve("examples/src/main/java/org/curtail/examples");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        if (name.startsWith("Example")) {
          examples.add(new Example(name, Files.readString(file)));
        }
      }
    }
    return examples;
  }
}
