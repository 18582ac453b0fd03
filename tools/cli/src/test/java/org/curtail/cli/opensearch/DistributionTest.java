package org.curtail.cli.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With programs in place of OpenSearch's: {@code DistributionIT} has the real ones. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class DistributionTest {
  private static final Path JAVA = Path.of(requireNonNull(System.getProperty("java.home")));

  @TempDir private Path folder;

  private Path zip(String node, String plugins) throws IOException {
    return zip(
        Map.of(
            "opensearch/bin/opensearch", "#!/bin/sh\n" + node,
            "opensearch/bin/opensearch-plugin", "#!/bin/sh\n" + plugins,
            "opensearch/config/opensearch.yml", "# nothing"));
  }

  private Path zip(Map<String, String> files) throws IOException {
    Path zip = folder.resolve("some.zip");
    try (OutputStream out = Files.newOutputStream(zip);
        var packed = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        packed.putNextEntry(new ZipEntry(file.getKey()));
        packed.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return zip;
  }

  private static LocalNode node(Distribution of) throws Exception {
    List<NodePlace> places = NodePlace.free(1);
    return new LocalNode(of, places.getFirst(), places, "");
  }

  @Test
  void whatIsNoDistributionIsRefusedAndLeavesNothing() throws Exception {
    assertRefused(folder.resolve("none.zip"), "found no such file");
    assertRefused(folder, "found something else");
    assertRefused(zip(Map.of("readme.txt", "hello")), "no bin/opensearch in it");
    assertRefused(zip(Map.of("../outside.txt", "hello")), "an entry that leads out of it");
    assertRefused(Files.writeString(folder.resolve("text.zip"), "text"), "no bin/opensearch in it");
  }

  private static void assertRefused(Path zip, String found) {
    assertThatThrownBy(() -> Distribution.unpack(zip, JAVA))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(zip + ": expected OpenSearch as a zip, found")
        .hasMessageContaining(found);
  }

  @Test
  void aPluginIsInstalledByItsOwnCommand() throws Exception {
    Path plugin = Files.writeString(folder.resolve("plugin.zip"), "plugin");
    try (Distribution made = Distribution.unpack(zip("", "echo \"$@\"; exit 7"), JAVA)) {
      Distribution.Ended ended = made.install(plugin);
      assertThat(ended.exitCode()).isEqualTo(7);
      assertThat(ended.output()).startsWith("install --batch file:///").contains("plugin.zip");
    }
  }

  @Test
  void aNodeThatDoesNotStartIsQuoted() throws Exception {
    try (Distribution made = Distribution.unpack(zip("echo no memory; exit 3", ""), JAVA);
        LocalNode node = node(made)) {
      node.start();
      assertThatThrownBy(() -> node.awaitCluster(1, () -> {}))
          .isInstanceOf(IOException.class)
          .hasMessage("OpenSearch's node n0 did not start: no memory");
      assertThat(node.exitCode()).isEqualTo(3);
    }
  }

  @Test
  void aNodeEndsWhenItIsClosedAndItsFilesAreDeleted() throws Exception {
    long process;
    Path configuration;
    try (Distribution made =
            Distribution.unpack(zip("echo $OPENSEARCH_PATH_CONF; exec sleep 600", ""), JAVA);
        LocalNode node = node(made)) {
      node.start();
      while (node.log().isEmpty()) {
        Thread.sleep(10);
      }
      configuration = Path.of(node.log().strip());
      assertThat(configuration.resolve("opensearch.yml"))
          .content()
          .contains("network.host: 127.0.0.1", "node.name: n0");
      process = node.processNumber();
      assertThat(ProcessHandle.of(process)).isPresent();
    }
    assertThat(ProcessHandle.of(process).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(configuration).doesNotExist();
  }
}
