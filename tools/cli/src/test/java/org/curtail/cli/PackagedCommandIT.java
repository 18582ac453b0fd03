package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged command, as a user starts it: its jar and the jars beside it, and no class of the
 * tests. A build runs this test after it has packaged the command.
 */
@Timeout(300)
class PackagedCommandIT {
  private static final Path JAR = Path.of("target", "curtail-cli.jar").toAbsolutePath();

  @TempDir Path folder;

  private String run(String... words) throws IOException, InterruptedException {
    assumeTrue(Files.exists(JAR), "the command is not packaged yet");
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-jar",
                JAR.toString()));
    line.addAll(List.of(words));
    Process process =
        new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void itSimulatesAndDrawsAReport() throws Exception {
    run(
        "simulate",
        "--profile=few-to-many-lucene",
        "--cores=4",
        "--load=0.3",
        "--policies=sequential,tail-index",
        "--requests=1000",
        "--out=results.json");
    run("report", "results.json", "--out=report.html");
    assertThat(folder.resolve("report.html")).content().contains("tail-index", "</html>");
  }

  @Test
  void itPrintsAResultForMachines() throws Exception {
    assertThat(run("policies", "--json")).startsWith("{").contains("\"few-to-many\"");
  }
}
