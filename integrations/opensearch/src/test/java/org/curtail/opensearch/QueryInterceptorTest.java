package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.curtail.opensearch.kinds.SearchCosts;
import org.curtail.testkit.Eventually;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.dfs.AggregatedDfs;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchRequest;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

/** Queries that arrive at a node with one place. */
@Timeout(300)
class QueryInterceptorTest {
  private static final String QUERY = SearchTransportService.QUERY_ACTION_NAME;
  private static final ShardId SHARD = new ShardId("words", "of-words", 0);

  private final ThreadPool pool =
      new ThreadPool(Settings.builder().put("node.name", "interceptor").build());
  private int places = 1;
  private @Nullable RuntimeException failure;
  private final AdmissionQueue queue =
      new AdmissionQueue(
          () -> true,
          new TaskAccounts(),
          this::places,
          new SearchCosts(2),
          pool,
          true,
          1,
          TimeValue.timeValueMinutes(1));
  private final QueryCauses causes = new QueryCauses();

  /** Requests and channels that OpenSearch's own handler receives. */
  private final List<TransportRequest> begun = new CopyOnWriteArrayList<>();

  private final List<TransportChannel> channels = new CopyOnWriteArrayList<>();
  private @Nullable Exception thrown;
  private long tasks;

  @AfterEach
  void close() {
    queue.close();
    ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
  }

  private int places() {
    if (failure != null) {
      throw failure;
    }
    return places;
  }

  /** Only these components of a node are used. */
  @SuppressWarnings("NullAway")
  private NodeComponents node() {
    ClusterState state = ClusterState.builder(ClusterName.DEFAULT).build();
    return new NodeComponents(
        null,
        queue,
        queries,
        new SearchCosts(2),
        new QueryOptions(pool.getThreadContext(), () -> state, true),
        causes,
        null,
        null,
        pool.getThreadContext(),
        null);
  }

  private final ShardQueries queries = new ShardQueries();
  private final NodeComponents node = node();
  private final QueryInterceptor interceptor = new QueryInterceptor(() -> node, new NodeShards());

  /** Sender of a query. */
  private static final class Sender implements TransportChannel {
    final List<TransportResponse> answers = new CopyOnWriteArrayList<>();
    final List<Exception> failures = new CopyOnWriteArrayList<>();

    @Override
    public String getProfileName() {
      return "test";
    }

    @Override
    public String getChannelType() {
      return "test";
    }

    @Override
    public void sendResponse(TransportResponse response) {
      answers.add(response);
    }

    @Override
    public void sendResponse(Exception exception) {
      failures.add(exception);
    }
  }

  private static ShardSearchRequest query() {
    return new ShardSearchRequest(SHARD, 0, AliasFilter.EMPTY);
  }

  private Sender come(String action, TransportRequest request) throws Exception {
    return come(
        action,
        request,
        new SearchShardTask(++tasks, "transport", action, "", TaskId.EMPTY_TASK_ID, Map.of()));
  }

  private Sender come(String action, TransportRequest request, Task task) throws Exception {
    var sender = new Sender();
    own(action).messageReceived(request, sender, task);
    return sender;
  }

  @SuppressWarnings("NullAway") // The kind of admission control is not used.
  private TransportRequestHandler<TransportRequest> own(String action) {
    return interceptor.interceptHandler(action, "search", false, this::handle, null);
  }

  private void handle(TransportRequest request, TransportChannel channel, Task task)
      throws Exception {
    begun.add(request);
    channels.add(channel);
    if (thrown != null) {
      throw thrown;
    }
  }

  private void answer(int number) throws Exception {
    channels.get(number).sendResponse(TransportResponse.Empty.INSTANCE);
  }

  @Test
  void aQueryHasItsPlaceUntilItIsAnswered() throws Exception {
    ShardSearchRequest one = query();
    ShardSearchRequest two = query();
    Sender first = come(QUERY, one);
    come(QUERY, two);
    assertThat(begun).containsExactly(one);
    assertThat(queue.figures().waiting()).isEqualTo(1);
    answer(0);
    assertThat(first.answers).hasSize(1);
    Eventually.is("the second begins", () -> begun.size() == 2);
    assertThat(begun.get(1)).isSameAs(two);
    assertThat(queue.figures().waiting()).isZero();
    assertThat(causes.figures().queries()).isEqualTo(1);
    // Later messages, such as documents, are no responses of a query.
    answer(0);
    assertThat(causes.figures().queries()).isEqualTo(1);
  }

  @Test
  void whoFailsGivesItsPlaceBackToo() throws Exception {
    thrown = new IllegalStateException("broken");
    Sender first = come(QUERY, query());
    assertThat(first.failures).containsExactly(thrown);
    thrown = null;
    ShardSearchRequest next = query();
    come(QUERY, next);
    assertThat(begun.getLast()).isSameAs(next);
  }

  @Test
  void whoMayNotWaitIsToldSo() throws Exception {
    queue.maxWaiting(0);
    come(QUERY, query());
    Sender second = come(QUERY, query());
    assertThat(begun).hasSize(1);
    assertThat(second.failures.getFirst()).isInstanceOf(OpenSearchRejectedExecutionException.class);
  }

  /** Otherwise the sender would wait forever. */
  @Test
  void aQueryThatALineCannotTakeIsAnsweredWithTheError() throws Exception {
    failure = new IllegalStateException("no places are known");
    Sender sender = come(QUERY, query());
    assertThat(sender.failures).containsExactly(failure);
    assertThat(begun).isEmpty();
  }

  @Test
  void withoutALineAllBeginAtOnceAndAreCounted() throws Exception {
    queue.open(false);
    for (int i = 0; i < 3; i++) {
      come(QUERY, query());
    }
    assertThat(begun).hasSize(3);
    for (int i = 0; i < 3; i++) {
      answer(i);
    }
    assertThat(causes.figures().queries()).isEqualTo(3);
  }

  @Test
  void theSecondRoundOfASearchTakesAPlaceToo() throws Exception {
    String action = SearchTransportService.QUERY_ID_ACTION_NAME;
    come(action, byId(query()));
    come(action, byId(query()));
    assertThat(begun).hasSize(1);
    assertThat(queue.figures().waiting()).isEqualTo(1);
  }

  private static QuerySearchRequest byId(@Nullable ShardSearchRequest request) {
    return new QuerySearchRequest(
        OriginalIndices.NONE,
        new ShardSearchContextId("s", 1),
        request,
        new AggregatedDfs(Map.of(), Map.of(), 1));
  }

  @Test
  void whatIsNoQueryOfAShardIsOpenSearchsAlone() throws Exception {
    come(QUERY, query());
    var unknown = new ArrayList<Sender>();
    unknown.add(come(SearchTransportService.QUERY_ID_ACTION_NAME, byId(null)));
    unknown.add(come(QUERY, TransportRequest.Empty.INSTANCE));
    unknown.add(
        come(
            QUERY,
            query(),
            new Task(++tasks, "transport", QUERY, "", TaskId.EMPTY_TASK_ID, Map.of())));
    unknown.add(come(SearchTransportService.FETCH_ID_ACTION_NAME, query()));
    assertThat(queue.figures().waiting()).isZero();
    assertThat(channels.subList(1, channels.size())).isEqualTo(unknown);
  }
}
