package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opensearch.action.OriginalIndices;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.search.RescoreDocIds;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.fetch.FetchSearchResult;
import org.opensearch.search.fetch.QueryFetchSearchResult;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchResult;

/** OpenSearch asked n1, and n2 responded. */
class RedirectedResultTest {
  private static final SearchShardTarget ASKED =
      new SearchShardTarget("n1", Copies.SHARD, "here", OriginalIndices.NONE);

  private final QuerySearchResult found = Results.found(2);
  private final RedirectedResult moved = new RedirectedResult(found, "n2");

  @Test
  void itIsFetchedWhereItWasFound() {
    moved.setSearchShardTarget(ASKED);
    assertThat(moved.getSearchShardTarget().getNodeId()).isEqualTo("n2");
    assertThat(found.getSearchShardTarget().getNodeId()).isEqualTo("n2");
    assertThat(moved.getSearchShardTarget().getShardId()).isEqualTo(Copies.SHARD);
    assertThat(moved.getSearchShardTarget().getClusterAlias()).isEqualTo("here");
  }

  /** Values that OpenSearch sets while it merges reach the fetch phase through the result. */
  @Test
  void inAllElseItIsTheResultThatWasFound() throws Exception {
    ShardSearchRequest request = Copies.request(7);
    var rescore = new RescoreDocIds(Map.of(1, Set.of(5)));
    moved.setShardIndex(3);
    moved.setShardSearchRequest(request);
    moved.setRescoreDocIds(rescore);
    assertThat(found.getShardIndex()).isEqualTo(3);
    assertThat(found.getShardSearchRequest()).isSameAs(request);
    assertThat(found.getRescoreDocIds()).isSameAs(rescore);
    assertThat(moved.getShardIndex()).isEqualTo(3);
    assertThat(moved.getShardSearchRequest()).isSameAs(request);
    assertThat(moved.getRescoreDocIds()).isSameAs(rescore);
    assertThat(moved.getContextId()).isEqualTo(found.getContextId()).isNotNull();
    assertThat(moved.queryResult()).isSameAs(found);
    assertThat(moved.fetchResult()).isNull();
  }

  @Test
  void aSearchOfOneShardHasItsDocumentsWithIt() {
    var fetched = new FetchSearchResult(found.getContextId(), ASKED);
    var both = new RedirectedResult(new QueryFetchSearchResult(found, fetched), "n2");
    assertThat(both.fetchResult()).isSameAs(fetched);
    assertThat(both.queryResult()).isSameAs(found);
  }

  @Test
  void itIsSentAsItWasFound() throws Exception {
    try (var asFound = new BytesStreamOutput();
        var asMoved = new BytesStreamOutput()) {
      found.writeTo(asFound);
      moved.writeTo(asMoved);
      assertThat(asMoved.bytes()).isEqualTo(asFound.bytes());
      assertThat(asMoved.bytes().length()).isPositive();
    }
  }
}
