package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test beside another plugin that replaces OpenSearch's searcher; OpenSearch allows only one such
 * plugin.
 */
@Timeout(600)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class OtherSearcherIT {
  private static final String SOURCE =
      """
      import java.util.Optional;
      import org.opensearch.plugins.Plugin;
      import org.opensearch.plugins.SearchPlugin;
      import org.opensearch.search.query.QueryPhaseSearcher;
      import org.opensearch.search.query.QueryPhaseSearcherWrapper;

      public class Other extends Plugin implements SearchPlugin {
        @Override
        public Optional<QueryPhaseSearcher> getQueryPhaseSearcher() {
          return Optional.of(new QueryPhaseSearcherWrapper());
        }
      }
      """;

  @TempDir private static Path folder;
  private static Distribution distribution;
  private static LocalNode node;

  @BeforeAll
  static void install() throws Exception {
    distribution = PluginZip.distribution();
    List<NodePlace> places = NodePlace.free(1);
    node = new LocalNode(distribution, places.getFirst(), places, "");
    installed(PluginZip.built());
  }

  @AfterAll
  static void stop() throws IOException {
    node.close();
    distribution.close();
  }

  private static void installed(Path zip) throws Exception {
    Distribution.Ended ended = distribution.install(zip);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  /** A plugin of this name, compiled against the distribution. */
  private static Path other(String name) throws IOException {
    Path source = Files.writeString(folder.resolve("Other.java"), SOURCE);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath;
    try (Stream<Path> jars = Files.list(distribution.libraries())) {
      classPath = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    int failed =
        compiler.run(
            null, null, null, "--release", "21", "-proc:none", "-cp", classPath, source.toString());
    assertThat(failed).isZero();
    Path jar = folder.resolve("other.jar");
    pack(jar, "Other.class", Files.readAllBytes(folder.resolve("Other.class")));
    Path zip = folder.resolve(name + ".zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("other.jar"));
      out.write(Files.readAllBytes(jar));
      out.putNextEntry(new ZipEntry("plugin-descriptor.properties"));
      out.write(
          """
          name=%s
          description=Another that searches
          version=1
          classname=Other
          java.version=21
          opensearch.version=3.8.0
          """
              .formatted(name)
              .getBytes(StandardCharsets.UTF_8));
    }
    return zip;
  }

  private static void pack(Path file, String name, byte[] content) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry(name));
      out.write(content);
    }
  }

  private static String mode() throws Exception {
    node.start();
    node.awaitCluster(1, () -> {});
    try (var client = new ClusterClient(node.address())) {
      client.post("words/_doc?refresh=true", "{\"text\": \"some words\"}").ok("a document");
      JsonNode found = client.get("words/_search?q=text:words").ok("search");
      assertThat(found.at("/hits/total/value").asInt()).isPositive();
      return client.get("_plugins/_curtail/stats").ok("stats").findValue("mode").asText();
    } finally {
      node.close();
    }
  }

  @Test
  void besideAnyOtherTheNodeStartsAndSaysWhichModeRemains() throws Exception {
    installed(other("other"));
    assertThat(mode()).isEqualTo("executor");
    assertThat(node.log())
        .contains(
            "mode executor: the engine runs the slices of concurrent segment search; plugin other"
                + " may search in OpenSearch's place");
    distribution.run("bin/opensearch-plugin", "remove", "other");
  }

  @Test
  void whoInsistsOnSearchingIsRefusedByOpenSearchAndStartsOnceTheModeIsSet() throws Exception {
    installed(other("another"));
    node.configure(Map.of("curtail.mode", "searcher"));
    assertThatThrownBy(OtherSearcherIT::mode).isInstanceOf(IOException.class);
    assertThat(node.log()).contains("Only one QueryPhaseSearcher is allowed");
    node.configure(Map.of("curtail.mode", "executor"));
    assertThat(mode()).isEqualTo("executor");
    node.configure(Map.of());
    distribution.run("bin/opensearch-plugin", "remove", "another");
  }
}
