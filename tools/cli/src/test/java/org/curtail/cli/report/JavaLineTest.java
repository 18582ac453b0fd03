package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.curtail.policies.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaLineTest {
  @TempDir private Path folder;

  /**
   * One of each policy of the registry, with numbers, and contenders that are not plain policies.
   */
  private static Stream<String> contenders() {
    return Stream.concat(
        Policies.names().stream()
            .filter(name -> Policies.isKnown(numbered(name)))
            .map(JavaLineTest::numbered),
        Stream.of(
            "few-to-many@executor",
            "tail-index/leaves",
            "few-to-many+boosting",
            "adaptive+sharing",
            "fixed-3+sharing+boosting",
            "sequential+sharing@executor"));
  }

  private static String numbered(String pattern) {
    return pattern.replaceAll("[A-Z]", "7");
  }

  @Test
  void theLineForEveryPolicyOfTheRegistryCompilesForJava21() throws IOException {
    List<String> lines = contenders().map(JavaLine::of).toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(Policies.names().size());
    var sources = new ArrayList<Path>();
    for (String line : lines) {
      sources.add(source("Fragment" + sources.size(), line));
    }
    compile(sources);
  }

  @Test
  void whatIsReadIsWhatThePolicyNeeds() {
    assertThat(JavaLine.of("few-to-many@executor"))
        .isEqualTo(
            "Curtail curtail = Curtail.with(new FewToMany(IntervalTableJson.read(reader, \"table\"))).start();");
    assertThat(JavaLine.needsTable("few-to-many@executor")).isTrue();
    assertThat(JavaLine.needsProfile("tail-index/leaves")).isTrue();
    assertThat(JavaLine.of("fixed-3+sharing+boosting"))
        .isEqualTo(
            "Curtail curtail = Curtail.with(new Boosted(new Sharing(new FixedDegree(3)))).start();");
    assertThat(JavaLine.needsTable("few-to-many+sharing")).isTrue();
    assertThat(JavaLine.of("fixed-3"))
        .isEqualTo("Curtail curtail = Curtail.with(new FixedDegree(3)).start();");
  }

  private Path source(String className, String line) throws IOException {
    return Files.writeString(
        folder.resolve(className + ".java"),
        """
        import java.io.Reader;
        import java.util.Optional;
        import org.curtail.model.json.*;
        import org.curtail.policies.*;
        import org.curtail.policy.*;
        import org.curtail.runtime.Curtail;
        class %s {
          static Curtail start(Reader reader) throws Exception {
            %s
            return curtail;
          }
        }
        """
            .formatted(className, line));
  }

  /** All at once, which takes little longer than one; an error shows its line. */
  private void compile(List<Path> sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var complaints = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "--release",
              "21",
              "-proc:none",
              "-Xlint:deprecation",
              "-Werror",
              "-classpath",
              System.getProperty("java.class.path"),
              "-d",
              folder.toString());
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(complaints.toString()).isTrue();
    }
  }
}
