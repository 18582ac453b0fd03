package org.curtail.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Projects of users in empty folders, with an empty local repository of Maven: they resolve curtail
 * from the staging folder, compile a program of the examples, and run it.
 */
class ConsumersTest {
  private static final Path EXAMPLES =
      Path.of("../../examples/src/main/java/org/curtail/examples").toAbsolutePath();

  /** For all projects of this test. It begins empty. */
  @TempDir static Path repository;

  @TempDir Path project;

  @BeforeAll
  static void consumersAreAskedFor() {
    assumeFalse(Boolean.getBoolean("release.skip.consumers"), "--skip-consumers");
  }

  /** Compiles an example in a project, and writes its dependencies to files. */
  private String compile(String name, String program) throws Exception {
    Path sources = Files.createDirectories(project.resolve("src/main/java/org/curtail/examples"));
    Files.copy(EXAMPLES.resolve(program + ".java"), sources.resolve(program + ".java"));
    return compile(name);
  }

  private String compile(String name) throws Exception {
    Files.copy(Path.of("src/test/consumers", name, "pom.xml"), project.resolve("pom.xml"));
    Path settings = project.resolve("settings.xml");
    Files.writeString(
        settings,
        """
        <settings>
          <profiles>
            <profile>
              <id>staging</id>
              <repositories>
                <repository>
                  <id>staging</id>
                  <url>%s</url>
                </repository>
              </repositories>
            </profile>
          </profiles>
          <activeProfiles>
            <activeProfile>staging</activeProfile>
          </activeProfiles>
        </settings>
        """
            .formatted(Release.STAGING.toUri()));
    Path tree = Release.FOLDER.resolve("trees").resolve(name + ".txt");
    Files.createDirectories(tree.getParent());
    Release.Ended built =
        Release.run(
            project,
            List.of(
                System.getProperty("release.mvnw"),
                "--batch-mode",
                "--no-transfer-progress",
                "--strict-checksums",
                "--settings=" + settings,
                "--file=" + project,
                "-Dmaven.repo.local=" + repository,
                "-Dcurtail.version=" + Release.VERSION,
                "compile",
                "dependency:tree",
                "-DoutputFile=" + tree,
                "dependency:copy-dependencies",
                "-DincludeScope=runtime"),
            Map.of("JAVA_HOME", System.getProperty("java.home")));
    assertThat(built.exitCode()).as(built.output()).isZero();
    return Files.readString(tree);
  }

  private String java(String... words) throws IOException, InterruptedException {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(words));
    Release.Ended ended = Release.run(project, line, Map.of());
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  private String runOnTheClassPath(String program) throws Exception {
    String classPath = "target/classes" + File.pathSeparator + "target/dependency/*";
    return java("-cp", classPath, "org.curtail.examples." + program);
  }

  @Test
  void springShowsItsEngineInAScrape() throws Exception {
    assumeTrue(Release.jars().contains("curtail-spring-boot"));
    Path sources = Files.createDirectories(project.resolve("src/main/java/com/example"));
    Files.copy(Path.of("src/test/consumers/spring/Service.java"), sources.resolve("Service.java"));
    assertThat(compile("spring")).contains("org.curtail:curtail-spring-boot");
    String classPath = "target/classes" + File.pathSeparator + "target/dependency/*";
    assertThat(
            java(
                "-cp",
                classPath,
                "com.example.Service",
                "--server.port=0",
                "--management.endpoints.web.exposure.include=prometheus"))
        .contains("sum: 21")
        .containsPattern("curtail_arrived_requests_total\\{.*} 1");
  }

  @Test
  void plainOnTheClassPath() throws Exception {
    assertThat(compile("plain", "Example00Shortest"))
        .contains("org.curtail:curtail-automatic", "com.fasterxml.jackson.core:jackson-core")
        .doesNotContain("jspecify", "junit");
    assertThat(runOnTheClassPath("Example00Shortest")).contains("sum of 1,000 square roots: 21");
  }

  @Test
  void plainAsAModule() throws Exception {
    Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(
        project.resolve("src/main/java/module-info.java"),
        """
        module com.example.service {
          requires org.curtail.automatic;
        }
        """);
    compile("plain", "Example00Shortest");
    String modules = "target/classes" + File.pathSeparator + "target/dependency";
    String main = "com.example.service/org.curtail.examples.Example00Shortest";
    assertThat(java("-p", modules, "-m", main)).contains("sum of 1,000 square roots: 21");
  }

  @Test
  void lucene() throws Exception {
    assertThat(compile("lucene", "Example01FirstSearch"))
        .contains("org.curtail:curtail-lucene", "org.curtail:curtail:")
        .doesNotContain("curtail-model", "jackson");
    assertThat(runOnTheClassPath("Example01FirstSearch")).contains("hits as of plain Lucene: true");
  }

  @Test
  void grpc() throws Exception {
    assertThat(compile("grpc", "Example11HedgedGrpc"))
        .contains("org.curtail:curtail-grpc", "org.curtail:curtail-hedge")
        .doesNotContain("org.curtail:curtail:", "jackson");
    assertThat(runOnTheClassPath("Example11HedgedGrpc"))
        .containsPattern("calls answered +600 of 600");
  }
}
