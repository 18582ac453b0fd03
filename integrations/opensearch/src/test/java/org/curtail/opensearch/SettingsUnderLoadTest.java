package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Searches of shards with replicas, by more threads than there are places, while all dynamic
 * settings change, on three nodes, one of which is often late.
 */
@Timeout(1_800)
class SettingsUnderLoadTest {
  private static final int SEARCHERS = 8;
  private static final long SEED = 7;

  /** The first value of each is the default. */
  private static final Map<String, List<String>> VALUES =
      Map.of(
          "curtail.enabled", List.of("true", "false"),
          "curtail.policy", List.of("automatic", "sequential", "fixed-2", "fixed-3"),
          "curtail.admission.enabled", List.of("true", "false"),
          "curtail.admission.max_waiting", List.of("1000", "0", "2"),
          "curtail.admission.timeout", List.of("30s", "1ms"),
          "curtail.hedge.enabled", List.of("false", "true"),
          "curtail.hedge.budget", List.of("0.05", "0.001", "1"),
          "curtail.hedge.percentile", List.of("99", "50", "99.9"),
          "curtail.hedge.least_delay", List.of("1ms", "0ms"),
          "curtail.slowlog.threshold", List.of("-1", "1ms"));

  /** The same for an index; no value is the default. */
  private static final Map<String, List<Optional<String>>> INDEX_VALUES =
      Map.of(
          "index.curtail.class", List.of(Optional.empty(), Optional.of("urgent")),
          "index.curtail.max_threads", List.of(Optional.empty(), Optional.of("1")),
          "index.curtail.hedge.enabled", List.of(Optional.empty(), Optional.of("false")),
          "index.search.concurrent_segment_search.mode",
              List.of(Optional.empty(), Optional.of("none")));

  private static final String INDEX = "settings";

  private static TestCluster cluster;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(3, Settings.EMPTY, FaultsPlugin.class);
    node = cluster.first();
    WordsIndex.create(node.client(), INDEX, 3, 1, false);
    PlacedIndex.awaitGreen(node);
    // Makes copies useful.
    FaultsPlugin.pause("n1", 0.1, 20, SEED);
  }

  @AfterAll
  static void stop() throws IOException {
    FaultsPlugin.pauseNoMore("n1");
    cluster.close();
  }

  private static SearchResponse search() {
    var source = new SearchSourceBuilder().query(QueryBuilders.matchQuery("text", "w3 w5"));
    return node.client()
        .search(new SearchRequest(INDEX).source(source.trackTotalHits(true)))
        .actionGet();
  }

  private static long hits(SearchResponse response) {
    return requireNonNull(response.getHits().getTotalHits()).value();
  }

  @Test
  void everySearchIsAnsweredOrRejectedAndNothingIsLeftBehind() throws Exception {
    long expected = hits(search());
    var over = new AtomicBoolean();
    Callable<Integer> searcher =
        () -> {
          int answered = 0;
          while (!over.get()) {
            try {
              SearchResponse response = search();
              // Rejected shards are missing.
              assertThat(response.getFailedShards() > 0 || hits(response) == expected).isTrue();
              answered++;
            } catch (OpenSearchException e) {
              assertThat(ExceptionsHelper.status(e)).isEqualTo(RestStatus.TOO_MANY_REQUESTS);
            }
          }
          return answered;
        };
    try (var threads = Executors.newFixedThreadPool(SEARCHERS)) {
      List<Future<Integer>> searchers = new ArrayList<>();
      for (int i = 0; i < SEARCHERS; i++) {
        searchers.add(threads.submit(searcher));
      }
      try {
        change();
      } finally {
        over.set(true);
      }
      int answered = 0;
      for (Future<Integer> one : searchers) {
        answered += one.get();
      }
      assertThat(answered).as("seed %d", SEED).isPositive();
    } finally {
      VALUES.forEach((setting, values) -> node.set(setting, values.getFirst()));
      INDEX_VALUES.keySet().forEach(setting -> node.setIndex(INDEX, setting, null));
    }
    assertThat(hits(search())).isEqualTo(expected);
    SearchCleanup.assertComplete(cluster.nodes());
    // Few changes may end before it has learned when a copy is useful.
    assertThat(node.figures().hedging().events().get("copies"))
        .isGreaterThanOrEqualTo(Cases.count(0, 1));
  }

  private static void change() {
    var random = new SplittableRandom(SEED);
    List<String> settings =
        Stream.concat(VALUES.keySet().stream(), INDEX_VALUES.keySet().stream()).sorted().toList();
    int changes = Cases.count(20, 1_000);
    for (int i = 0; i < changes; i++) {
      String setting = settings.get(random.nextInt(settings.size()));
      List<String> values = VALUES.get(setting);
      if (values != null) {
        node.set(setting, values.get(random.nextInt(values.size())));
      } else {
        List<Optional<String>> ofIndex = requireNonNull(INDEX_VALUES.get(setting));
        Optional<String> value = ofIndex.get(random.nextInt(ofIndex.size()));
        node.setIndex(INDEX, setting, value.orElse(null));
      }
    }
  }
}
