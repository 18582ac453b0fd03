package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.opensearch.ClusterClient;

/**
 * An index with short and long searches, for a cluster of this command. A short search looks for a
 * word in titles, for a millisecond. A long one scores most documents by a script, for a second.
 */
record GeneratedMix(List<String> shorts, List<String> longs) {
  static final String INDEX = "curtail-mix";

  private static final int DOCUMENTS = 33_000;
  private static final int BULK = 1_000;
  private static final int WORDS = 5_000;
  private static final int TITLE_WORDS = 8;
  private static final int SHORTS = 300;
  private static final int LONGS = 8;

  /** Logarithms that the script computes for each document, before their number is fitted. */
  private static final int LOGARITHMS = 3_000;

  /** Shortest time of a long search on an idle node. */
  private static final double LONG_SECONDS = 0.8;

  private static final int FITTING_SEARCHES = 6;

  private static final String MAPPING =
      """
      {"settings": {"index.number_of_shards": 1, "index.number_of_replicas": 0},
       "mappings": {"properties": {"title": {"type": "text"}, "number": {"type": "long"}}}}
      """;

  /**
   * Fills the index, and fits the long searches to this machine.
   *
   * @param seed of documents and searches
   */
  static GeneratedMix fill(ClusterClient client, long seed, Console console)
      throws IOException, InterruptedException {
    var random = new Random(seed);
    client.put(INDEX, ClusterClient.JSON.readTree(MAPPING)).ok(INDEX);
    for (int from = 0; from < DOCUMENTS; from += BULK) {
      StopSignal.check("stopped; no results were written");
      console.progress("bench: %,d documents".formatted(from));
      client.post(INDEX + "/_bulk", documents(from, random)).ok("documents");
    }
    client.post(INDEX + "/_forcemerge?max_num_segments=1", "").ok("the merge");
    client.post(INDEX + "/_refresh", "").ok("the refresh");
    var shorts = new ArrayList<String>();
    for (int i = 0; i < SHORTS; i++) {
      shorts.add("{\"query\":{\"match\":{\"title\":\"%s\"}}}".formatted(word(random)));
    }
    console.progress("bench: fitting long searches");
    int logarithms = logarithms(client, random);
    var longs = new ArrayList<String>();
    for (int i = 0; i < LONGS; i++) {
      longs.add(scored(logarithms, random));
    }
    return new GeneratedMix(List.copyOf(shorts), List.copyOf(longs));
  }

  private static String documents(int from, Random random) {
    var bulk = new StringBuilder();
    for (int id = from; id < from + BULK; id++) {
      bulk.append("{\"index\":{\"_id\":\"%d\"}}\n{\"title\":\"".formatted(id));
      for (int i = 0; i < TITLE_WORDS; i++) {
        bulk.append(word(random)).append(' ');
      }
      bulk.append("\",\"number\":%d}\n".formatted(random.nextInt(DOCUMENTS)));
    }
    return bulk.toString();
  }

  /** Returns a word; the square makes some words frequent. */
  private static String word(Random random) {
    double place = random.nextDouble();
    return "w" + (int) (place * place * WORDS);
  }

  private static int logarithms(ClusterClient client, Random random) throws InterruptedException {
    double leastSeconds = Double.MAX_VALUE;
    for (int i = 0; i < FITTING_SEARCHES; i++) {
      long fromNanos = System.nanoTime();
      client.post(INDEX + "/_search", scored(LOGARITHMS, random)).ok("a search");
      double seconds = (System.nanoTime() - fromNanos) / (double) TimeUnit.SECONDS.toNanos(1);
      leastSeconds = Math.min(leastSeconds, seconds);
    }
    return (int) Math.max(1, Math.round(LOGARITHMS * LONG_SECONDS / leastSeconds));
  }

  private static String scored(int logarithms, Random random) {
    ObjectNode body = ClusterClient.JSON.createObjectNode();
    ObjectNode scored = body.putObject("query").putObject("script_score");
    ObjectNode range = scored.putObject("query").putObject("range").putObject("number");
    range.put("gte", random.nextInt(DOCUMENTS / 20));
    ObjectNode script = scored.putObject("script");
    script.put(
        "source",
        "double s = 0; for (int i = 1; i <= params.n; i++) { s += Math.log(i + doc['number'].value); } return s;");
    script.putObject("params").put("n", logarithms);
    return body.toString();
  }

  /** All searches, the short ones first. */
  List<String> bodies() {
    var all = new ArrayList<>(shorts);
    all.addAll(longs);
    return List.copyOf(all);
  }
}
