package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.testkit.Eventually;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lucene.search.TopDocsAndMaxScore;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.SearchPhaseResult;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchResult;
import org.opensearch.tasks.Task;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportInterceptor.AsyncSender;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;

/** One shard, three copies that respond late, fail or are gone; tried in turn as in OpenSearch. */
@Timeout(300)
class HedgedQueryPropertyTest {
  private static final int SEARCHES = 100;
  private static final ScheduledExecutorService THREADS = Executors.newScheduledThreadPool(4);

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
  }

  @Test
  void eachSearchEndsOnceAndNoContextIsLeft() {
    var copies = new AtomicLong();
    var adopted = new AtomicLong();
    var adoptedAsCopies = new AtomicLong();
    Cases.random(
        1,
        Cases.count(5, 200),
        random -> {
          try (var cluster = new FakeCluster(random)) {
            cluster.run();
            copies.addAndGet(requireNonNull(cluster.counts.events.byName().get("copies")));
            adopted.addAndGet(cluster.adopted.get());
            adoptedAsCopies.addAndGet(
                requireNonNull(cluster.counts.events.byName().get("adopted")));
          }
        });
    assertThat(copies.get()).isPositive();
    assertThat(adopted.get()).isPositive();
    assertThat(adoptedAsCopies.get()).isPositive();
  }

  /** Nodes that respond, from the first node's view. */
  private static final class FakeCluster implements QueryTransport, AsyncSender, AutoCloseable {
    private final HedgeCounts counts = new HedgeCounts();
    private final ParkedQueries parked = new ParkedQueries();
    private final HedgeComponents parts;
    private final AtomicLong adopted = new AtomicLong();

    /** Open contexts with their nodes. */
    private final Map<ShardSearchContextId, String> contexts = new ConcurrentHashMap<>();

    private final Set<Long> searches = ConcurrentHashMap.newKeySet();
    private final AtomicInteger children = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong nextContext = new AtomicLong();
    private final List<String> wrong = new ArrayList<>();

    /** Unanswered attempts, by node. */
    private final Map<String, Queue<Running>> runningByNode = new ConcurrentHashMap<>();

    private record Running(
        SearchShardTask task, TransportResponseHandler<?> handler, AtomicBoolean isEnded) {}

    private final CountDownLatch ended = new CountDownLatch(SEARCHES);
    private final RandomGenerator random;
    private final Hedge hedge =
        Hedge.of(ReissuePolicy.singleD(1))
            .idempotent()
            .leastSamples(0)
            .budget(HedgeBudget.of(1, 1_000))
            .fatal(HedgedQuery::isFatal)
            .start();

    FakeCluster(RandomGenerator random) {
      this.random = random;
      ClusterState state = Copies.state(Settings.EMPTY, false);
      parts =
          new HedgeComponents(
              this,
              new QueryCopies(() -> state, new NodeJoinTimes(), new PreferredNodes(List::of), this),
              parked,
              counts);
    }

    private synchronized int drawn(int bound) {
      return random.nextInt(bound);
    }

    private synchronized void isWrong(String what) {
      wrong.add(what);
    }

    void run() throws InterruptedException {
      for (long i = 0; i < SEARCHES; i++) {
        searches.add(i);
        int firstCopy = drawn(3);
        tryNext(i, firstCopy, 0);
        if (drawn(3) == 0) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
      assertThat(ended.await(120, TimeUnit.SECONDS)).as("a search hangs").isTrue();
      Eventually.is("nothing is left", this::isNothingLeft);
      assertThat(wrong).isEmpty();
    }

    private boolean isNothingLeft() {
      parked.sweep(search -> !searches.contains(search.getId()));
      return running.get() == 0
          && parked.size() == 0
          && contexts.isEmpty()
          && children.get() == 0
          && parts.copies().unanswered().isEmpty();
    }

    /** Tries the next copy after a failure, as OpenSearch does. */
    private void tryNext(long search, int firstCopy, int tried) {
      if (tried == 3) {
        end(search);
        return;
      }
      DiscoveryNode node = Copies.node(1 + (firstCopy + tried) % 3);
      ShardSearchRequest request = Copies.request(search);
      var told = new AtomicInteger();
      var handler =
          handler(
              ActionListener.wrap(
                  result -> {
                    if (told.incrementAndGet() > 1) {
                      isWrong("told twice");
                    }
                    fetch(result, node);
                    end(search);
                  },
                  e -> {
                    if (told.incrementAndGet() > 1) {
                      isWrong("told twice: " + e);
                    }
                    if (ExceptionsHelper.unwrap(e, TaskCancelledException.class) != null) {
                      isWrong("a query was cancelled that was needed");
                    }
                    tryNext(search, firstCopy, tried + 1);
                  }));
      ParkedQuery known = parked.take(request, node.getId());
      if (known == null) {
        new HedgedQuery<>(
                parts,
                this,
                new FakeConnection(node),
                "query",
                request,
                TransportRequestOptions.EMPTY,
                handler)
            .sendBy(hedge);
      } else {
        adopted.incrementAndGet();
        known.adoptedBy(handler);
      }
    }

    private void end(long search) {
      if (!searches.remove(search)) {
        isWrong("ended twice: " + search);
      }
      ended.countDown();
    }

    /** OpenSearch sets the asked node in each result; contexts are on the node named there. */
    private void fetch(SearchPhaseResult result, DiscoveryNode asked) {
      result.setSearchShardTarget(
          new SearchShardTarget(asked.getId(), Copies.SHARD, null, OriginalIndices.NONE));
      QuerySearchResult query = result.queryResult();
      if (query.hasSearchContext()) {
        String node = query.getSearchShardTarget().getNodeId();
        if (!contexts.remove(query.getContextId(), node)) {
          isWrong("no context " + query.getContextId() + " on " + node);
        }
      }
    }

    @Override
    public <T extends TransportResponse> void sendRequest(
        Connection connection,
        String action,
        TransportRequest request,
        TransportRequestOptions options,
        TransportResponseHandler<T> handler) {
      int kind = drawn(10);
      if (kind == 0) {
        throw new TransportException("no way to " + connection.getNode());
      }
      running.incrementAndGet();
      DiscoveryNode node = connection.getNode();
      var one =
          new Running(task(action, (ShardSearchRequest) request), handler, new AtomicBoolean());
      runningOn(node).add(one);
      Runnable answer =
          () -> {
            if (!one.isEnded.getAndSet(true)) {
              answer(node, kind, handler);
            }
            runningOn(node).remove(one);
            running.decrementAndGet();
          };
      if (kind == 1) {
        answer.run();
      } else {
        THREADS.schedule(answer, drawn(4_000), TimeUnit.MICROSECONDS);
      }
    }

    @SuppressWarnings("unchecked")
    private <T extends TransportResponse> void answer(
        DiscoveryNode node, int kind, TransportResponseHandler<T> handler) {
      if (kind <= 3) {
        handler.handleException(new TransportException("a copy fails"));
      } else {
        var context = new ShardSearchContextId("s", nextContext.incrementAndGet());
        var target = new SearchShardTarget(node.getId(), Copies.SHARD, null, OriginalIndices.NONE);
        var result = new QuerySearchResult(context, target, null);
        boolean hasHits = kind > 4;
        if (hasHits) {
          contexts.put(context, node.getId());
        }
        result.topDocs(
            new TopDocsAndMaxScore(
                new TopDocs(
                    new TotalHits(hasHits ? 1 : 0, TotalHits.Relation.EQUAL_TO),
                    hasHits ? new ScoreDoc[] {new ScoreDoc(1, 1)} : new ScoreDoc[0]),
                1),
            null);
        handler.handleResponse((T) result);
      }
    }

    @Override
    public Connection connection(DiscoveryNode node) {
      if (drawn(20) == 0) {
        throw new TransportException(node + " has left");
      }
      return new FakeConnection(node);
    }

    @Override
    public long pending(String nodeId) {
      return drawn(5);
    }

    @Override
    public @Nullable Task search(TaskId id) {
      return searches.contains(id.getId())
          ? new Task(id.getId(), "transport", "search", "", TaskId.EMPTY_TASK_ID, Map.of())
          : null;
    }

    @Override
    public Releasable child(TaskId search, DiscoveryNode node) {
      children.incrementAndGet();
      return children::decrementAndGet;
    }

    @Override
    public Supplier<StoredContext> context() {
      return () -> () -> {};
    }

    @Override
    public void execute(Runnable work) {
      THREADS.execute(work);
    }

    private Queue<Running> runningOn(DiscoveryNode node) {
      return runningByNode.computeIfAbsent(node.getId(), id -> new ConcurrentLinkedQueue<>());
    }

    private static SearchShardTask task(String action, ShardSearchRequest request) {
      return new SearchShardTask(
          1, "transport", action, request.getDescription(), request.getParentTask(), Map.of());
    }

    /** Takes some time; later requests may overtake it. */
    @Override
    public void cancel(DiscoveryNode on, CancelQueryRequest query) {
      running.incrementAndGet();
      THREADS.schedule(
          () -> {
            for (Running one : runningOn(on)) {
              if (query.matches(one.task) && !one.isEnded.getAndSet(true)) {
                one.handler.handleException(
                    new TransportException(new TaskCancelledException("not needed")));
              }
            }
            running.decrementAndGet();
          },
          drawn(4_000),
          TimeUnit.MICROSECONDS);
    }

    @Override
    public void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices) {
      if (!contexts.remove(context, on.getId())) {
        isWrong("freed where it is not: " + context + " on " + on);
      }
    }

    @Override
    public boolean isDecorated() {
      return false;
    }

    @Override
    public @Nullable ReplicaTimes times() {
      return null;
    }

    @Override
    public void close() {
      hedge.close();
    }
  }

  private static TransportResponseHandler<SearchPhaseResult> handler(
      ActionListener<SearchPhaseResult> listener) {
    return new TransportResponseHandler<>() {
      @Override
      public void handleResponse(SearchPhaseResult response) {
        listener.onResponse(response);
      }

      @Override
      public void handleException(TransportException e) {
        listener.onFailure(e);
      }

      @Override
      public String executor() {
        return "same";
      }

      @Override
      public SearchPhaseResult read(StreamInput in) {
        throw new AssertionError("nothing is read here");
      }
    };
  }
}
