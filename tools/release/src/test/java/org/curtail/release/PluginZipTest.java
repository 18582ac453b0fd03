package org.curtail.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSearch's own installer fetches the plugin from a server on this machine. */
class PluginZipTest {
  @Test
  void itIsInstalledByItsUrl(@TempDir Path folder) throws Exception {
    assumeFalse(Boolean.getBoolean("release.skip.consumers"), "--skip-consumers");
    Release.unpack(Path.of(System.getProperty("release.opensearch")), folder);
    Path home;
    try (var folders = Files.list(folder)) {
      home = folders.findFirst().orElseThrow();
    }
    String name = "curtail-opensearch-" + Release.VERSION + ".zip";
    byte[] zip = Files.readAllBytes(Release.DOWNLOADS.resolve(name));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/" + name,
        exchange -> {
          exchange.sendResponseHeaders(200, zip.length);
          exchange.getResponseBody().write(zip);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), name);
      String installer = home.resolve("bin/opensearch-plugin").toString();
      var java = Map.of("OPENSEARCH_JAVA_HOME", System.getProperty("java.home"));
      Release.Ended ended = Release.run(home, List.of(installer, "install", "--batch", url), java);
      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(Release.run(home, List.of(installer, "list"), java).output()).contains("curtail");
      assertThat(home.resolve("plugins/curtail/LICENSE.txt")).exists();
    } finally {
      server.stop(0);
    }
  }
}
