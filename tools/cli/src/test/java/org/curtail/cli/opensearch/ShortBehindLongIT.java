package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Look-ups of a millisecond beside scripted searches of a second, on three nodes of two cores, in
 * turn: one without the plugin, one with it, and one without it whose pool has 24 threads. The
 * look-ups do not wait with the plugin.
 */
@Tag("long")
@Timeout(1_800)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class ShortBehindLongIT {
  private static final long SEED = 1;
  private static final int ROUNDS = Integer.getInteger("curtail.opensearch.rounds", 3);
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("curtail.opensearch.round.seconds", "60"));

  private static LocalNode start(Distribution distribution, int threads) throws Exception {
    Map<String, String> settings =
        Map.of("node.processors", "2", "thread_pool.search.size", Integer.toString(threads));
    List<NodePlace> places = NodePlace.free(1);
    var node = new LocalNode(distribution, places.getFirst(), places);
    node.configure(settings);
    node.start();
    node.awaitCluster(1, () -> {});
    return node;
  }

  @ParameterizedTest
  @CsvSource({"4, 0.7, 2", "4, 1.1, 0.5", "24, 1.1, 2"})
  void lookUpsDoNotWaitForThePlugin(int threads, double longsPerSecond, double mostShareOfP99)
      throws Exception {
    try (Distribution without = PluginZip.distribution();
        Distribution manyThreads = PluginZip.distribution();
        Distribution with = PluginZip.distribution()) {
      Distribution.Ended installed = with.install(PluginZip.built());
      assertThat(installed.exitCode()).as(installed.output()).isZero();
      try (LocalNode stock = start(without, threads);
          LocalNode many = start(manyThreads, 24);
          LocalNode plugin = start(with, threads);
          var stockClient = new ClusterClient(stock.address());
          var manyClient = new ClusterClient(many.address());
          var pluginClient = new ClusterClient(plugin.address())) {
        compare(stockClient, manyClient, pluginClient, longsPerSecond, mostShareOfP99);
      }
    }
  }

  private static void compare(
      ClusterClient stock,
      ClusterClient manyThreads,
      ClusterClient plugin,
      double longsPerSecond,
      double mostShareOfP99)
      throws Exception {
    MixedLoad.index(stock, SEED);
    MixedLoad.index(manyThreads, SEED);
    MixedLoad.index(plugin, SEED);
    MixedLoad load = MixedLoad.calibrated(stock, SEED);
    MixedLoad.calibrated(plugin, SEED); // It compiles as long.
    MixedLoad.calibrated(manyThreads, SEED);
    assertThat(load.answers(plugin, 3, SEED)).isEqualTo(load.answers(stock, 3, SEED));
    load.run(stock, longsPerSecond, SECONDS / 6, SEED);
    load.run(plugin, longsPerSecond, SECONDS / 6, SEED);
    load.run(manyThreads, longsPerSecond, SECONDS / 6, SEED);
    var ratios = new ArrayList<Double>();
    var table = new StringBuilder();
    for (int round = 0; round < ROUNDS; round++) {
      MixedLoad.Times before = load.run(stock, longsPerSecond, SECONDS, SEED + round);
      MixedLoad.Times times = load.run(plugin, longsPerSecond, SECONDS, SEED + round);
      MixedLoad.Times many = load.run(manyThreads, longsPerSecond, SECONDS, SEED + round);
      ratios.add(times.p99Ms() / before.p99Ms());
      table.append("%n%.1f long/s, round %d, stock:  %s".formatted(longsPerSecond, round, before));
      table.append("%n%.1f long/s, round %d, plugin: %s".formatted(longsPerSecond, round, times));
      table.append("%n%.1f long/s, round %d, 24:     %s".formatted(longsPerSecond, round, many));
    }
    assertThat(load.answers(plugin, 3, SEED + 1)).isEqualTo(load.answers(stock, 3, SEED + 1));
    JsonNode phases = plugin.get("_plugins/_curtail/stats").ok("stats").findValue("query_phases");
    table.append("%n%s".formatted(phases));
    table.append(
        "%n%s".formatted(plugin.get("_plugins/_curtail/kinds").ok("kinds").toPrettyString()));
    System.out.println(table);
    ratios.sort(null);
    assertThat(ratios.get(ROUNDS / 2)).as("seed %d%s", SEED, table).isLessThan(mostShareOfP99);
  }
}
