package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.standin.SearchBenchmark;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.opensearch.ClusterClient;

/**
 * An index and searches that occupy emulated cores for known times. Matches are spread evenly over
 * the index, and each one takes the same time.
 *
 * @param millis times of the searches on one core
 * @param shorts number of short searches, which are the first ones; without a mix all
 */
record TimedSearches(List<Double> millis, int shorts) {
  static final String INDEX = "curtail-timed";

  /** OpenSearch's concurrent search divides an index into at most four slices of segments. */
  static final int SEGMENTS = 4;

  private static final int BULKS_PER_SEGMENT = 8;
  private static final int BULK = 32_000;

  /** The plugin divides an index of this size into as many windows. */
  private static final int WINDOWS = 100;

  private static final int SEARCHES = 200;

  /** Length of a match that late wake-ups of threads do not lengthen. */
  private static final double MATCH_MILLIS = 2;

  private static final int MOST_MATCHES = 4 * WINDOWS;

  private static final double SHORT_MILLIS = 1;
  private static final double LONG_MILLIS = 1_000;

  private static final String MAPPING =
      """
      {"settings": {"index.number_of_shards": 1, "index.number_of_replicas": 0, "index.refresh_interval": "-1"},
       "mappings": {"_source": {"enabled": false}}}
      """;

  /** Searches with the times of a public benchmark. */
  static TimedSearches likeBenchmark() {
    Profile demand = SearchBenchmark.profile(SEARCHES);
    return new TimedSearches(
        IntStream.range(0, SEARCHES).mapToObj(i -> (Double) demand.timeMs(i, 1)).toList(),
        SEARCHES);
  }

  /** Look-ups beside long searches. */
  static TimedSearches mix() {
    return new TimedSearches(List.of(SHORT_MILLIS, LONG_MILLIS), 1);
  }

  /** Fills the index. */
  static void fill(ClusterClient client, Console console) throws IOException, InterruptedException {
    client.put(INDEX, ClusterClient.JSON.readTree(MAPPING)).ok(INDEX);
    String bulk = "{\"index\":{}}\n{}\n".repeat(BULK);
    for (int i = 0; i < SEGMENTS * BULKS_PER_SEGMENT; i++) {
      StopSignal.check("stopped; no results were written");
      console.progress("bench: %,d documents".formatted(i * BULK));
      client.post(INDEX + "/_bulk?filter_path=errors", bulk).ok("documents");
      if ((i + 1) % BULKS_PER_SEGMENT == 0) {
        client.post(INDEX + "/_refresh", "").ok("the refresh");
      }
    }
  }

  List<String> bodies() {
    return IntStream.range(0, millis.size()).mapToObj(this::body).toList();
  }

  private String body(int search) {
    ObjectNode body = ClusterClient.JSON.createObjectNode();
    // The plugin knows a kind of searches by its size too.
    body.put("size", search < shorts ? 1 : 2);
    ObjectNode timed = body.putObject("query").putObject("timed");
    timed.put("millis", millis.get(search)).put("documents", matches(millis.get(search)));
    return body.toString();
  }

  private static int matches(double millis) {
    return Math.clamp(Math.round(millis / MATCH_MILLIS), 1, MOST_MATCHES);
  }

  /**
   * The times on each number of threads. Threads share windows with as many matches each.
   *
   * @param threads greatest number of threads
   */
  Profile profile(int threads) {
    var profile = new Profile.Builder();
    for (double ms : millis) {
      int parts = Math.min(matches(ms), WINDOWS);
      profile.add(
          IntStream.rangeClosed(1, threads)
              .mapToDouble(degree -> ms * Math.ceilDiv(parts, degree) / parts)
              .toArray());
    }
    return profile.build("timed searches");
  }
}
