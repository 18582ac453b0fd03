package org.curtail.cli.bench.servers;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.cli.workload.WorkloadOptions;

/**
 * Starts search servers on one index: {@code curtail serve} in a JVM with one processor and a small
 * heap, so that each has its own collections.
 */
final class SearchServers {
  /** Longest waiting queue and longest search; nothing is refused. */
  private static final int MOST_WAITING = 1_000_000;

  private static final int LONGEST_MS = 300_000;

  private SearchServers() {}

  /**
   * Starts servers.
   *
   * @param heapMegabytes largest heap of each
   */
  static RealServers<SearchLink> start(WorkloadOptions.Texts texts, int count, int heapMegabytes)
      throws IOException {
    List<String> searches =
        texts.queries().stream()
            .map(query ->
                "/search?k=%d&syntax=%s&q=%s"
                    .formatted(
                        texts.topHits(),
                        texts.syntax(),
                        URLEncoder.encode(query, StandardCharsets.UTF_8)))
            .toList();
    return new RealServers<>(
        "a search server",
        count,
        searches.size(),
        (port, folder) ->
            new ServerProcess(words(texts, port, heapMegabytes, folder), port, folder),
        server ->
            SearchLink.open(URI.create("http://127.0.0.1:%d/".formatted(server.port())), searches),
        () -> {});
  }

  private static List<String> words(
      WorkloadOptions.Texts texts, int port, int heapMegabytes, Path folder) {
    var words =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx%dm".formatted(heapMegabytes),
                "-XX:ActiveProcessorCount=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path", ""),
                "org.curtail.cli.Main",
                "serve"));
    words.addAll(texts.serverWords());
    words.addAll(
        List.of(
            "--port",
            Integer.toString(port),
            "--policy",
            "sequential",
            "--max-hits",
            Integer.toString(texts.topHits()),
            "--max-query-length",
            Integer.toString(texts.longest()),
            "--queue-limit",
            Integer.toString(MOST_WAITING),
            "--timeout-ms",
            Integer.toString(LONGEST_MS),
            "--knowledge",
            folder.resolve("knowledge-%d.json".formatted(port)).toString()));
    return words;
  }
}
