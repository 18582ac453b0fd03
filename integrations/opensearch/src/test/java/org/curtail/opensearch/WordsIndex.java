package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.settings.Settings;
import org.opensearch.transport.client.Client;

/** An index of made-up words with many segments and deletions. */
final class WordsIndex {
  /** Numbers of shards; one index each. */
  static final int[] SHARDS = {1, 3};

  static final int DOCUMENTS = 6_000;

  private WordsIndex() {}

  static String name(int shards) {
    return "words-" + shards;
  }

  static void create(Client client, int shards) {
    create(client, name(shards), shards, 0, false);
  }

  /**
   * Creates an index with its own name.
   *
   * @param replicas replicas of each shard, beside the first copy
   * @param isMerged true to merge its shards to one segment before documents are deleted
   */
  static void create(Client client, String name, int shards, int replicas, boolean isMerged) {
    client
        .admin()
        .indices()
        .prepareCreate(name)
        .setSettings(
            Settings.builder()
                .put("index.number_of_shards", shards)
                .put("index.number_of_replicas", replicas)
                .put("index.requests.cache.enable", false)
                .put("index.merge.policy.segments_per_tier", 30))
        .setMapping(
            Map.of(
                "properties",
                Map.of(
                    "text", Map.of("type", "text"),
                    "kind", Map.of("type", "keyword"),
                    "number", Map.of("type", "long"))))
        .get();
    var random = new Random(shards);
    for (int from = 0; from < DOCUMENTS; from += 1_000) {
      var bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
      for (int id = from; id < from + 1_000; id++) {
        bulk.add(document(name, id, random));
      }
      assertThat(client.bulk(bulk).actionGet().hasFailures()).isFalse();
    }
    if (isMerged) {
      client.admin().indices().prepareForceMerge(name).setMaxNumSegments(1).get();
    }
    var deletions = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
    for (int i = 0; i < DOCUMENTS / 10; i++) {
      deletions.add(new DeleteRequest(name, Integer.toString(random.nextInt(DOCUMENTS))));
    }
    client.bulk(deletions).actionGet();
  }

  /** One document in fifty has no number. */
  private static Map<String, Object> source(String text, int id, int number) {
    String kind = "k" + id % 17;
    return number % 50 == 49
        ? Map.of("text", text, "kind", kind)
        : Map.of("text", text, "kind", kind, "number", number);
  }

  /** Creates a document; word w7 is in about every 7th document. */
  private static IndexRequest document(String index, int id, Random random) {
    var text = new StringBuilder("all");
    for (int word = 2; word < 40; word++) {
      text.append(random.nextInt(word) == 0 ? " w" + word : "");
    }
    return new IndexRequest(index)
        .id(Integer.toString(id))
        .source(source(text.toString(), id, random.nextInt(500)));
  }
}
