package org.curtail.app;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java in README.md and docs compiles for Java 21 as it stands, and complete programs run.
 *
 * <p>A block with a type in it is a complete file, of the name of that type. Any other block is
 * imports, then statements: they are put into a method whose parameters are what the line {@code //
 * given: Type name, Type name} names.
 */
@Timeout(value = 5, unit = MINUTES)
class DocumentedJavaTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w+)\\R(.*?)^ *```$");
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^(?:public |final |sealed |abstract )*(?:class|record|interface|enum) (\\w+)");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\\R");
  private static final Pattern GIVEN = Pattern.compile("(?m)^// given: (.*)$");
  private static final String MAIN = "public static void main(String[] args)";
  private static final Path ROOT = root();

  @TempDir private Path folder;

  /**
   * A fenced block.
   *
   * @param place file and line, for people
   * @param language as its first line has it
   */
  private record Block(String place, String language, String text) {
    /** The type that a complete file declares first. */
    Optional<String> type() {
      Matcher type = TYPE.matcher(text);
      return type.find() ? Optional.of(type.group(1)) : Optional.empty();
    }

    /** What the compiler is given. */
    String source() {
      if (type().isPresent()) {
        return text;
      }
      String imports =
          IMPORT.matcher(text).results().map(found -> found.group()).collect(Collectors.joining());
      Matcher given = GIVEN.matcher(text);
      return "%sclass Fragment {\nstatic void run(%s) throws Exception {\n%s\n}\n}\n"
          .formatted(
              imports, given.find() ? given.group(1) : "", IMPORT.matcher(text).replaceAll(""));
    }
  }

  private static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder above this one has mvnw");
  }

  private static List<Block> blocks() throws IOException {
    var files = new ArrayList<Path>();
    files.add(ROOT.resolve("README.md"));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
    }
    var blocks = new ArrayList<Block>();
    for (Path file : files) {
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

  @TestFactory
  Stream<DynamicTest> every_java_block_compiles() throws IOException {
    List<Block> java = blocks().stream().filter(block -> block.language.equals("java")).toList();
    assertThat(java).anyMatch(block -> block.place.startsWith("README.md"));
    assertThat(java).anyMatch(block -> block.place.startsWith("docs/java.md"));
    return java.stream().map(block -> dynamicTest(block.place, () -> compile(block)));
  }

  /** Into {@link #folder}. */
  private void compile(Block block) throws IOException {
    Path source = folder.resolve(block.type().orElse("Fragment") + ".java");
    Files.writeString(source, block.source());
    var compiler = ToolProvider.getSystemJavaCompiler();
    var complaints = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of(
                      "--release",
                      "21",
                      "-proc:none",
                      "-Xlint:deprecation",
                      "-Werror",
                      "-classpath",
                      System.getProperty("java.class.path"),
                      "-d",
                      folder.toString()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as("%s: %s", block.place, complaints).isTrue();
    }
  }

  @TestFactory
  Stream<DynamicTest> every_program_runs_and_prints_first_what_is_said() throws IOException {
    List<Block> blocks = blocks();
    return blocks.stream()
        .filter(block -> block.language.equals("java") && block.text.contains(MAIN))
        .map(program ->
            dynamicTest(
                program.place,
                () -> {
                  compile(program);
                  String printed = run(program.type().orElseThrow());
                  assertThat(printed).isNotBlank();
                  Block next = blocks.get(blocks.indexOf(program) + 1);
                  if (next.language.equals("text")) {
                    // The lines after the first hold times.
                    assertThat(printed.lines().findFirst())
                        .isEqualTo(next.text.lines().findFirst());
                  }
                }));
  }

  private String run(String type) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder + ":" + System.getProperty("java.class.path"),
                type)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(program.waitFor()).as("%s", Files.readString(err)).isZero();
    return Files.readString(out);
  }

  @Test
  void coordinates_are_those_of_the_build() throws Exception {
    String build = Files.readString(ROOT.resolve("pom.xml"));
    String curtail = first(build, "<artifactId>curtail-parent</artifactId>\\s*<version>(.*?)<");
    String lucene = first(build, "<lucene.version>(.*?)<");
    for (Block block : blocks()) {
      if (block.text.contains("org.curtail") && !block.language.equals("java")) {
        assertThat(block.text).as(block.place).contains(curtail);
      }
      if (block.text.contains("lucene-core") && block.text.contains("<dependencies>")) {
        assertThat(block.text).as(block.place).contains("<version>" + lucene + "</version>");
      }
      if (block.text.contains("lucene-core:")) {
        assertThat(block.text).as(block.place).contains("lucene-core:" + lucene + "\"");
      }
    }
  }

  private static String first(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }
}
