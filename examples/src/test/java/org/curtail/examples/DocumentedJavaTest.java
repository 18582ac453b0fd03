package org.curtail.examples;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.examples.Documentation.Block;
import org.curtail.examples.Documentation.Example;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * All Java in the documentation comes from the examples, which each build compiles and runs.
 *
 * <p>A block consists of consecutive lines of one example, in any indentation. The line {@code //
 * ...} marks lines left out. A following {@code text} block is the example's output. Only its first
 * line is compared, since others may hold times; in a {@code text exact} block all lines are
 * compared.
 */
@Timeout(value = 5, unit = MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class DocumentedJavaTest {
  private static final String LEFT_OUT = "// ...";

  @TempDir private Path folder;

  /** Returns the lines of a text, without indentation and empty lines. */
  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** Returns the parts of a block between the lines left out. */
  private static List<List<String>> parts(Block block) {
    var parts = new ArrayList<List<String>>();
    parts.add(new ArrayList<>());
    for (String line : lines(block.text())) {
      if (line.equals(LEFT_OUT)) {
        parts.add(new ArrayList<>());
      } else {
        parts.getLast().add(line);
      }
    }
    parts.removeIf(List::isEmpty);
    return parts;
  }

  /** True if all parts occur in an example, in this order. */
  private static boolean isTakenFrom(Example example, Block block) {
    List<String> source = lines(example.text());
    int from = 0;
    for (List<String> part : parts(block)) {
      int found = indexOf(source, part, from);
      if (found < 0) {
        return false;
      }
      from = found + part.size();
    }
    return true;
  }

  private static int indexOf(List<String> source, List<String> part, int from) {
    for (int at = from; at + part.size() <= source.size(); at++) {
      if (source.subList(at, at + part.size()).equals(part)) {
        return at;
      }
    }
    return -1;
  }

  private static Optional<Example> source(Block block) throws IOException {
    return Documentation.examples().stream()
        .filter(example -> isTakenFrom(example, block))
        .findFirst();
  }

  private static List<Block> javaBlocks() throws IOException {
    return Documentation.blocks().stream()
        .filter(block -> block.language().equals("java"))
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> every_java_block_is_taken_from_an_example() throws IOException {
    List<Block> java = javaBlocks();
    assertThat(java).anyMatch(block -> block.place().startsWith("README.md"));
    assertThat(java).anyMatch(block -> block.place().startsWith("docs/java.md"));
    return java.stream()
        .map(block ->
            dynamicTest(
                block.place(),
                () -> {
                  assertThat(parts(block)).isNotEmpty();
                  assertThat(source(block))
                      .as("%s: lines of no example:%n%s", block.place(), block.text())
                      .isPresent();
                }));
  }

  @Test
  void aChangedLineOrAnotherOrderIsNoExample() throws IOException {
    Example example = Documentation.examples().getFirst();
    List<String> lines = lines(example.text());
    String first = lines.get(1);
    String second = lines.get(2);
    assertThat(isTakenFrom(example, block(first + "\n" + second))).isTrue();
    assertThat(isTakenFrom(example, block(first + "\n  " + LEFT_OUT + "\n" + lines.getLast())))
        .isTrue();
    assertThat(isTakenFrom(example, block(second + "\n" + first))).isFalse();
    assertThat(isTakenFrom(example, block(first + " //\n" + second))).isFalse();
    assertThat(isTakenFrom(example, block(first + "\n" + lines.get(3)))).isFalse();
  }

  private static Block block(String text) {
    return new Block("here", "java", text);
  }

  @TestFactory
  Stream<DynamicTest> what_is_said_to_be_printed_is_printed() throws IOException {
    List<Block> blocks = Documentation.blocks();
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i + 1 < blocks.size(); i++) {
      Block java = blocks.get(i);
      Block said = blocks.get(i + 1);
      if (java.language().equals("java") && said.language().startsWith("text")) {
        tests.add(dynamicTest(said.place(), () -> compare(java, said)));
      }
    }
    assertThat(tests).hasSizeGreaterThanOrEqualTo(5);
    return tests.stream();
  }

  private void compare(Block java, Block said) throws Exception {
    List<String> printed = Program.run(source(java).orElseThrow().name(), folder);
    List<String> expected = said.text().lines().toList();
    if (said.language().equals("text exact")) {
      assertThat(printed).containsSequence(expected);
    } else {
      assertThat(printed).startsWith(expected.getFirst());
    }
  }

  @Test
  void coordinatesAreThoseOfTheBuild() throws IOException {
    String build = Files.readString(Documentation.ROOT.resolve("pom.xml"));
    String curtail = first(build, "<artifactId>curtail-parent</artifactId>\\s*<version>(.*?)<");
    String lucene = first(build, "<lucene.version>(.*?)<");
    int checked = 0;
    for (Block block : Documentation.blocks()) {
      boolean isBuildFile = List.of("xml", "kotlin").contains(block.language());
      if (isBuildFile && block.text().contains("org.curtail")) {
        assertThat(block.text()).as(block.place()).contains(curtail);
        checked++;
      }
      if (block.text().contains("lucene-core") && block.text().contains("<dependencies>")) {
        assertThat(block.text()).as(block.place()).contains("<version>" + lucene + "</version>");
        checked++;
      }
      if (block.text().contains("lucene-core:")) {
        assertThat(block.text()).as(block.place()).contains("lucene-core:" + lucene + "\"");
        checked++;
      }
    }
    assertThat(checked).isGreaterThanOrEqualTo(4);
  }

  private static String first(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }
}
