package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.Version;

/** The plugin's zip in OpenSearch's distribution, from installing to removing it. */
@Timeout(600)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DistributionIT {
  private static final Path ZIP = file("curtail.plugin.zip");

  private static Distribution distribution;

  private static Path file(String property) {
    return Path.of(requireNonNull(System.getProperty(property)));
  }

  @BeforeAll
  static void unpack() throws Exception {
    distribution = Distribution.unpack(file("opensearch.zip"));
  }

  @AfterAll
  static void delete() throws IOException {
    distribution.close();
  }

  private static Distribution.Ended install(Path zip) throws Exception {
    return distribution.run("bin/opensearch-plugin", "install", "--batch", zip.toUri().toString());
  }

  @Test
  @Order(1)
  void aPluginForAnotherVersionIsRefused(@TempDir Path folder) throws Exception {
    Path other = folder.resolve("other.zip");
    Files.copy(ZIP, other);
    try (FileSystem inside = FileSystems.newFileSystem(other)) {
      Path descriptor = inside.getPath("plugin-descriptor.properties");
      String text = Files.readString(descriptor);
      Files.writeString(
          descriptor,
          text.replace("opensearch.version=" + Version.CURRENT, "opensearch.version=3.7.0"));
    }
    readable(folder, other);
    Distribution.Ended refused = install(other);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.output()).contains("3.7.0", Version.CURRENT.toString());
  }

  private static void readable(Path... files) {
    for (Path file : files) {
      assertThat(file.toFile().setReadable(true, false)).isTrue();
      assertThat(file.toFile().setExecutable(true, false)).isTrue();
    }
  }

  @Test
  @Order(2)
  void itIsInstalledWithoutAnyPermission(@TempDir Path folder) throws Exception {
    Path copy = folder.resolve("curtail.zip");
    Files.copy(ZIP, copy);
    readable(folder, copy);
    Distribution.Ended installed = install(copy);
    assertThat(installed.exitCode()).as(installed.output()).isZero();
    assertThat(installed.output())
        .contains("Installed curtail")
        .doesNotContain("additional permissions");
  }

  @Test
  @Order(3)
  void withABadSettingTheNodeDoesNotStartAndSaysWhy() throws Exception {
    distribution.configure("curtail.policy: fewtomany");
    Distribution.Ended ended = distribution.run("bin/opensearch");
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).contains("[curtail.policy]: no policy is named 'fewtomany'");
    distribution.configure("");
  }

  @Test
  @Order(4)
  void itSearchesAndSaysSo() throws Exception {
    try (Distribution.Running node = distribution.start()) {
      assertThat(node.output()).contains("mode searcher: query phases run on the engine");
      assertThat(node.ask("GET", "/_cat/plugins?h=component,version", "").body())
          .startsWith("curtail ");
      for (int i = 0; i < 50; i++) {
        node.ask("POST", "/words/_doc", "{\"text\": \"some words " + i + "\"}");
      }
      node.ask("POST", "/words/_refresh", "");
      HttpResponse<String> found = node.ask("GET", "/words/_search?q=text:words", "");
      assertThat(found.body()).contains("\"total\":{\"value\":50");
      assertThat(node.ask("GET", "/_plugins/_curtail/stats", "").body())
          .contains("\"windows\":1", "\"completed\":1");
      assertThat(node.ask("GET", "/_cat/curtail?h=mode,completed", "").body())
          .isEqualTo("searcher 1\n");
      HttpResponse<String> refused =
          node.ask(
              "PUT", "/_cluster/settings", "{\"persistent\": {\"curtail.policy\": \"fewtomany\"}}");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("no policy is named 'fewtomany'");
      assertThat(node.output()).doesNotContain("SecurityException");
    }
  }

  @Test
  @Order(5)
  void itIsRemoved() throws Exception {
    Distribution.Ended removed = distribution.run("bin/opensearch-plugin", "remove", "curtail");
    assertThat(removed.exitCode()).as(removed.output()).isZero();
    assertThat(distribution.run("bin/opensearch-plugin", "list").output())
        .doesNotContain("curtail");
  }
}
