package org.curtail.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tarball of the container, unpacked, and its entry run by this Java in place of the one of the
 * base image. Only {@code -Pcontainer} makes the tarball and runs this.
 */
@Timeout(300)
class ContainerIT {
  private static final Path TARBALL = Path.of("target", "curtail-container.tar");

  @TempDir Path folder;

  @Test
  void theEntryOfTheUnpackedContainerServes() throws Exception {
    Path image = Files.createDirectory(folder.resolve("image"));
    Path root = Files.createDirectory(folder.resolve("root"));
    untar(TARBALL, image);
    var json = new ObjectMapper();
    JsonNode manifest = json.readTree(image.resolve("manifest.json").toFile()).get(0);
    for (JsonNode layer : manifest.get("Layers")) {
      untar(image.resolve(layer.asText()), root);
    }
    JsonNode config =
        json.readTree(image.resolve(manifest.get("Config").asText()).toFile()).get("config");
    assertThat(config.get("User").asText()).isEqualTo("65532:65532");
    assertThat(config.get("ExposedPorts").has("8080/tcp")).isTrue();

    Process process = start(command(config, root));
    try (BufferedReader said = process.inputReader()) {
      String url = "";
      while (url.isEmpty()) {
        String line = said.readLine();
        assertThat(line).as("the end of its output").isNotNull();
        url = line.startsWith("Listening on ") ? line.substring("Listening on ".length()) : "";
      }
      assertThat(get(url + "/health").statusCode()).isEqualTo(200);
      assertThat(get(url + "/search?q=abx").body()).contains("\"hits\":[{");
      process.toHandle().destroy();
      said.lines().forEach(line -> {});
    } finally {
      process.toHandle().destroy();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  /** The command of the container, with the places of this machine. */
  private List<String> command(JsonNode config, Path root) throws IOException {
    Path index = TestServer.index(folder, 300);
    var command = new ArrayList<String>();
    for (JsonNode word : config.get("Entrypoint")) {
      command.add(
          switch (word.asText()) {
            case "java" -> Path.of(System.getProperty("java.home"), "bin", "java").toString();
            case "@/app/jib-classpath-file" ->
                Files.readString(root.resolve("app/jib-classpath-file"))
                    .strip()
                    .replace("/app/", root + "/app/");
            default -> word.asText();
          });
    }
    for (JsonNode word : config.get("Cmd")) {
      command.add(
          switch (word.asText()) {
            case "0.0.0.0" -> "127.0.0.1";
            case "/data/index" -> index.toString();
            default -> word.asText();
          });
    }
    command.addAll(List.of("--port", "0"));
    return command;
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void untar(Path archive, Path into) throws Exception {
    Process tar = start(List.of("tar", "-xf", archive.toString(), "-C", into.toString()));
    String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tar.waitFor()).as(said).isZero();
  }

  private static HttpResponse<String> get(String url) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
