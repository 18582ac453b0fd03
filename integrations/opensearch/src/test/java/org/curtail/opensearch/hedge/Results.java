package org.curtail.opensearch.hedge;

import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.OriginalIndices;
import org.opensearch.common.lucene.search.TopDocsAndMaxScore;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.query.QuerySearchResult;

/** Results of a node's search in a shard. */
final class Results {
  private Results() {}

  /** One document, in a context that stays open for the fetch. */
  static QuerySearchResult found(int node) {
    var target = new SearchShardTarget("n" + node, Copies.SHARD, null, OriginalIndices.NONE);
    var result = new QuerySearchResult(new ShardSearchContextId("s", node), target, null);
    result.topDocs(
        new TopDocsAndMaxScore(
            new TopDocs(
                new TotalHits(1, TotalHits.Relation.EQUAL_TO), new ScoreDoc[] {new ScoreDoc(1, 1)}),
            1),
        null);
    return result;
  }
}
