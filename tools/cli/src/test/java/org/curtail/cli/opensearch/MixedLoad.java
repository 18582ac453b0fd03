package org.curtail.cli.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Short and long searches at random moments, independent of earlier answers. Seeded. */
final class MixedLoad {
  static final String INDEX = "mixed";

  private static final int DOCUMENTS = 33_000;
  private static final int WORDS = 5_000;
  private static final int LOGARITHMS = 3_000;
  private static final double LOOK_UPS_PER_SECOND = 60;

  /** Approximate shortest time of a long search. */
  private static final double LONG_SECONDS = 0.8;

  private static final String SEARCH = INDEX + "/_search";

  /** A search, its planned moment, and the time to its answer. */
  private record Asked(
      long dueNanos, boolean isLong, String body, CompletableFuture<Long> tookNanos) {}

  /** Times of one round, in milliseconds. */
  record Times(double p99Ms, double meanMs, double longMeanMs, int longs) {
    @Override
    public String toString() {
      return "look-ups p99 %.1f ms, mean %.2f ms; %d long searches, mean %.0f ms"
          .formatted(p99Ms, meanMs, longs, longMeanMs);
    }
  }

  private final int logarithms;

  /** Creates a load whose long searches take this number of logarithms for each document. */
  private MixedLoad(int logarithms) {
    this.logarithms = logarithms;
  }

  /** A load with long searches of about a second on this machine, on an idle node. */
  static MixedLoad calibrated(ClusterClient node, long seed) {
    var random = new Random(seed);
    var by = new MixedLoad(LOGARITHMS);
    double leastSeconds = Double.MAX_VALUE;
    for (int i = 0; i < 6; i++) {
      long fromNanos = System.nanoTime();
      node.search(SEARCH, by.scored(random)).join();
      leastSeconds = Math.min(leastSeconds, (System.nanoTime() - fromNanos) / 1e9);
    }
    return new MixedLoad((int) Math.round(LOGARITHMS * LONG_SECONDS / leastSeconds));
  }

  /** Creates an index with one shard, the same on each node. */
  static void index(ClusterClient node, long seed) throws Exception {
    node.put(
            INDEX,
            ClusterClient.JSON.readTree(
                """
                {"settings": {"index.number_of_shards": 1, "index.number_of_replicas": 0},
                 "mappings": {"properties": {"title": {"type": "text"}, "number": {"type": "long"}}}}
                """))
        .ok(INDEX);
    var random = new Random(seed);
    for (int from = 0; from < DOCUMENTS; from += 1_000) {
      var bulk = new StringBuilder();
      for (int id = from; id < from + 1_000; id++) {
        bulk.append("{\"index\":{\"_id\":\"%d\"}}%n{\"title\":\"".formatted(id));
        for (int word = 0; word < 8; word++) {
          bulk.append(word(random)).append(' ');
        }
        bulk.append("\",\"number\":%d}%n".formatted(random.nextInt(DOCUMENTS)));
      }
      node.post(INDEX + "/_bulk", bulk.toString()).ok("bulk");
    }
    node.post(INDEX + "/_forcemerge?max_num_segments=1", "").ok("merge");
    node.post(INDEX + "/_refresh", "").ok("refresh");
  }

  /** The square makes some words frequent. */
  private static String word(Random random) {
    double place = random.nextDouble();
    return "w" + (int) (place * place * WORDS);
  }

  private static String lookUp(Random random) {
    return "{\"query\":{\"match\":{\"title\":\"%s\"}}}".formatted(word(random));
  }

  private String scored(Random random) {
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

  /**
   * Answers of a node to some searches of both kinds: the number of hits, and the scores of the
   * best. The choice among equal hits depends on how the node has merged its segments.
   */
  List<JsonNode> answers(ClusterClient node, int each, long seed) throws Exception {
    var random = new Random(seed);
    var answers = new ArrayList<JsonNode>();
    for (int i = 0; i < each; i++) {
      for (String body : List.of(lookUp(random), scored(random))) {
        JsonNode hits = ClusterClient.JSON.readTree(node.search(SEARCH, body).join()).path("hits");
        ArrayNode found = ClusterClient.JSON.createArrayNode();
        hits.path("hits").forEach(hit -> found.add(hit.path("_score")));
        answers.add(ClusterClient.JSON.createArrayNode().add(hits.path("total")).add(found));
      }
    }
    return answers;
  }

  /** Sends the searches of a number of seconds, and waits until all are answered. */
  Times run(ClusterClient node, double longsPerSecond, double seconds, long seed) {
    var random = new Random(seed);
    var coming = new ArrayList<Asked>();
    add(coming, random, LOOK_UPS_PER_SECOND, seconds, false);
    add(coming, random, longsPerSecond, seconds, true);
    coming.sort(Comparator.comparingLong(Asked::dueNanos));
    long fromNanos = System.nanoTime();
    for (Asked one : coming) {
      long dueNanos = fromNanos + one.dueNanos;
      for (long left = dueNanos - System.nanoTime();
          left > 0;
          left = dueNanos - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      node.search(SEARCH, one.body)
          .whenComplete((answer, failure) -> {
            if (failure == null) {
              one.tookNanos.complete(System.nanoTime() - dueNanos);
            } else {
              one.tookNanos.completeExceptionally(failure);
            }
          });
    }
    double[] lookUps = sortedMs(coming, false);
    double[] longs = sortedMs(coming, true);
    return new Times(
        lookUps[(int) Math.ceil(0.99 * lookUps.length) - 1],
        mean(lookUps),
        mean(longs),
        longs.length);
  }

  private void add(
      List<Asked> to, Random random, double perSecond, double seconds, boolean isLong) {
    double at = -Math.log(1 - random.nextDouble()) / perSecond;
    while (at < seconds) {
      String body = isLong ? scored(random) : lookUp(random);
      to.add(new Asked(Math.round(at * 1e9), isLong, body, new CompletableFuture<>()));
      at -= Math.log(1 - random.nextDouble()) / perSecond;
    }
  }

  private static double[] sortedMs(List<Asked> all, boolean isLong) {
    return all.stream()
        .filter(one -> one.isLong == isLong)
        .mapToDouble(one -> one.tookNanos.orTimeout(2, TimeUnit.MINUTES).join() / 1e6)
        .sorted()
        .toArray();
  }

  private static double mean(double[] times) {
    double sum = 0;
    for (double time : times) {
      sum += time;
    }
    return sum / times.length;
  }
}
