package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.autopilot.AutomaticJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plugin's zip in OpenSearch's distribution, from installing to removing it. */
@Timeout(600)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DistributionIT {
  private static Distribution distribution;
  private static LocalNode node;

  @BeforeAll
  static void unpack() throws Exception {
    distribution = PluginZip.distribution();
    List<NodePlace> places = NodePlace.free(1);
    node = new LocalNode(distribution, places.getFirst(), places, "");
  }

  @AfterAll
  static void delete() throws IOException {
    node.close();
    distribution.close();
  }

  private static void start() throws IOException, InterruptedException {
    node.start();
    node.awaitCluster(1, () -> {});
  }

  @Test
  @Order(1)
  void aPluginForAnotherVersionIsRefused(@TempDir Path folder) throws Exception {
    Distribution.Ended refused =
        distribution.install(PluginZip.saying("opensearch.version", "3.7.0", folder));
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.output())
        .containsPattern("was built for OpenSearch version 3\\.7\\.0 but version 3\\.8\\.\\d");
  }

  @Test
  @Order(2)
  void itIsInstalledWithoutAnyPermission() throws Exception {
    Distribution.Ended installed = distribution.install(PluginZip.built());
    assertThat(installed.exitCode()).as(installed.output()).isZero();
    assertThat(installed.output())
        .contains("Installed curtail")
        .doesNotContain("additional permissions");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "curtail.policy | fewtomany | [curtail.policy]: no policy is named 'fewtomany'",
        "curtail.mode | fast | [curtail.mode]",
        "curtail.admission.max_waiting | 20000 | [curtail.admission.max_waiting] must be <= 10000",
        "curtail.admision.enabled | true | did you mean [curtail.admission.enabled]?"
      })
  @Order(3)
  void withABadSettingTheNodeDoesNotStartAndSaysWhy(String setting, String value, String why)
      throws Exception {
    node.configure(Map.of(setting, value));
    assertThatThrownBy(DistributionIT::start).isInstanceOf(IOException.class);
    node.configure(Map.of());
    assertThat(node.exitCode()).isNotZero();
    assertThat(node.log()).contains(why);
  }

  @Test
  @Order(4)
  void itSearchesAndSaysSo() throws Exception {
    start();
    try (var client = new ClusterClient(node.address())) {
      assertThat(node.log()).contains("mode searcher: query phases run on the engine");
      JsonNode plugins = client.get("_cat/plugins?format=json&h=component").ok("plugins");
      assertThat(plugins.findValuesAsText("component")).containsExactly("curtail");
      for (int i = 0; i < 50; i++) {
        client.post("words/_doc", "{\"text\": \"some words " + i + "\"}").ok("a document");
      }
      client.post("words/_refresh", "").ok("refresh");
      JsonNode found = client.get("words/_search?q=text:words").ok("search");
      assertThat(found.at("/hits/total/value").asInt()).isEqualTo(50);
      JsonNode stats = client.get("_plugins/_curtail/stats").ok("stats");
      assertThat(stats.findValue("one_thread").asInt()).isEqualTo(1);
      assertThat(stats.findValue("completed").asInt()).isZero();
      JsonNode line = client.get("_cat/curtail?format=json&h=mode,completed").ok("line").get(0);
      assertThat(line.path("mode").asText()).isEqualTo("searcher");
      assertThat(line.path("completed").asText()).isEqualTo("0");
      assertThat(client.get("_plugins/_curtail/explain").ok("explain").toString())
          .contains("by OpenSearch, since the policy, or their index, gives them one thread");
      ClusterClient.Answer refused =
          client.put(
              "_cluster/settings",
              ClusterClient.JSON.readTree("{\"persistent\": {\"curtail.policy\": \"fewtomany\"}}"));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body().toString()).contains("no policy is named 'fewtomany'");
      assertThat(node.log()).doesNotContain("SecurityException");
    } finally {
      node.close();
    }
  }

  /** OpenSearch's agent restricts a plugin's reading and writing. */
  @Test
  @Order(5)
  void whatItHasLearnedIsThereAtTheNextStart(@TempDir Path data) throws Exception {
    Path file = Files.createDirectories(data.resolve("nodes/0")).resolve("curtail-automatic.json");
    Profile profile = Profile.of("of the test", new double[][] {{30, 20}, {30, 20}});
    var known = new PilotKnowledge(Optional.of(profile), Optional.empty(), List.of());
    try (Writer text = Files.newBufferedWriter(file)) {
      AutomaticJson.write(new AutomaticJson.Saved(2, known), text);
      text.write("\n \n"); // An unchanged file is not written.
    }
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    NodeUser.own(data);
    node.configure(Map.of("path.data", data.toString()));
    start();
    try (var client = new ClusterClient(node.address())) {
      assertThat(client.get("_plugins/_curtail/explain").ok("explain").toString())
          .contains("mean 30");
    } finally {
      node.close();
    }
    assertThat(node.log()).doesNotContain("learn anew", "is not kept");
    assertThat(Files.getLastModifiedTime(file).toMillis()).isPositive();
    assertThat(Files.readString(file)).contains("of the test");
    node.configure(Map.of());
  }

  @Test
  @Order(6)
  void itIsRemoved() throws Exception {
    Distribution.Ended removed = distribution.run("bin/opensearch-plugin", "remove", "curtail");
    assertThat(removed.exitCode()).as(removed.output()).isZero();
    assertThat(distribution.run("bin/opensearch-plugin", "list").output())
        .doesNotContain("curtail");
  }
}
