package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.curtail.PriorityClass;
import org.curtail.runtime.RequestOptions;
import org.junit.jupiter.api.Test;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;

/** Search options of indexes, with changes. */
class QueryOptionsTest {
  private static final Index WORDS = new Index("words", "first");

  private final ThreadContext headers = new ThreadContext(Settings.EMPTY);
  private ClusterState state = ClusterState.builder(ClusterName.DEFAULT).build();
  private final QueryOptions options = new QueryOptions(headers, () -> state, true);

  private void is(Index index, int version, Settings.Builder settings) {
    Settings all =
        settings
            .put("index.version.created", "137277827")
            .put("index.uuid", index.getUUID())
            .put("index.number_of_shards", 1)
            .put("index.number_of_replicas", 0)
            .build();
    var metadata = IndexMetadata.builder(index.getName()).settings(all).version(version);
    state =
        ClusterState.builder(ClusterName.DEFAULT)
            .metadata(Metadata.builder().put(metadata.build(), false))
            .build();
  }

  private RequestOptions of(Index index) {
    return requireNonNull(options.of(index));
  }

  @Test
  void anIndexThatNobodyKnowsSaysNothing() {
    assertThat(options.of(WORDS)).isEqualTo(RequestOptions.NONE);
  }

  @Test
  void aChangeOfAnIndexCountsFromItsNextVersionOn() {
    is(WORDS, 1, Settings.builder().put("index.curtail.class", "urgent"));
    assertThat(of(WORDS).priorityClass()).isEqualTo(PriorityClass.URGENT);
    is(WORDS, 2, Settings.builder().put("index.curtail.max_threads", 3));
    assertThat(of(WORDS)).isEqualTo(RequestOptions.NONE.atMostThreads(3));
  }

  @Test
  void anIndexThatIsMadeAgainIsAnotherOne() {
    is(WORDS, 1, Settings.builder().put("index.curtail.max_threads", 3));
    assertThat(of(WORDS).mostThreads()).isEqualTo(3);
    var again = new Index("words", "second");
    is(again, 1, Settings.builder().put("index.curtail.max_threads", 5));
    assertThat(of(again).mostThreads()).isEqualTo(5);
    assertThat(options.of(WORDS)).isEqualTo(RequestOptions.NONE);
  }

  @Test
  void aHeaderGoesBeforeTheIndexButLeavesItsLimitOfThreads() {
    is(
        WORDS,
        1,
        Settings.builder()
            .put("index.curtail.class", "urgent")
            .put("index.curtail.max_threads", 3));
    headers.putHeader(QueryOptions.HEADER, "background");
    assertThat(of(WORDS))
        .isEqualTo(RequestOptions.NONE.of(PriorityClass.BACKGROUND).atMostThreads(3));
  }

  @Test
  void nobodyLooksAtAHeaderThatIsSwitchedOffRightOrWrong() {
    is(WORDS, 1, Settings.builder().put("index.curtail.class", "background"));
    headers.putHeader(QueryOptions.HEADER, "vip");
    options.useHeader(false);
    assertThat(of(WORDS).priorityClass()).isEqualTo(PriorityClass.BACKGROUND);
    options.useHeader(true);
    assertThatThrownBy(() -> options.of(WORDS)).hasMessageContaining("found vip");
  }

  @Test
  void aThrottledIndexIsAside() {
    is(WORDS, 1, Settings.builder().put("index.search.throttled", true));
    assertThat(options.of(WORDS)).isNull();
    assertThat(options.isExcluded(state.metadata().index(WORDS))).isTrue();
  }
}
