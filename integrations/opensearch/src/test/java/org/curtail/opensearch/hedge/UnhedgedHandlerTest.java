package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.OriginalIndices;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.tasks.Task;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportInterceptor.AsyncSender;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;
import org.opensearch.transport.stream.StreamTransportResponse;

/** A query's first try has failed, and its copy on another node is running. */
@Timeout(60)
class UnhedgedHandlerTest {
  private static final ShardSearchRequest REQUEST = Copies.request(7);

  private static final StreamTransportResponse<TransportResponse> NO_PIECES =
      new StreamTransportResponse<>() {
        @Override
        public @Nullable TransportResponse nextResponse() {
          return null;
        }

        @Override
        public void cancel(String reason, Throwable cause) {
          throw new AssertionError("it is complete");
        }

        @Override
        public void close() {}
      };

  private final ParkedQueries parked = new ParkedQueries();
  private final Nodes nodes = new Nodes();
  private final List<String> told = new ArrayList<>();
  private boolean skips;
  private final Hedge hedge =
      Hedge.of(ReissuePolicy.singleD(1))
          .idempotent()
          .leastSamples(0)
          .budget(HedgeBudget.of(1, 1_000))
          .fatal(HedgedQuery::isFatal)
          .start();

  @BeforeEach
  void failFirst() throws Exception {
    var state = Copies.state(Settings.EMPTY, false);
    var copies =
        new QueryCopies(() -> state, new NodeJoinTimes(), new PreferredNodes(List::of), nodes);
    var parts = new HedgeComponents(nodes, copies, parked, new HedgeCounts());
    new HedgedQuery<>(
            parts,
            nodes,
            new FakeConnection(Copies.node(1)),
            "query",
            REQUEST,
            TransportRequestOptions.EMPTY,
            new RecordingHandler())
        .sendBy(hedge);
    nodes.copySent.get();
    nodes.sent.getFirst().handleException(new TransportException("the first copy fails"));
    assertThat(parked.nodes(REQUEST)).hasSize(1);
    told.clear();
  }

  @AfterEach
  void close() {
    hedge.close();
  }

  @Test
  void itsAnswerEndsWhatIsUnderWay() {
    new UnhedgedHandler<>(parked, REQUEST, new RecordingHandler())
        .handleResponse(TransportResponse.Empty.INSTANCE);
    assertThat(told).containsExactly("answer");
    assertThat(parked.size()).isZero();
    assertThat(nodes.cancelled).hasSize(1);
  }

  @Test
  void itsFailureDoesNot() {
    new UnhedgedHandler<>(parked, REQUEST, new RecordingHandler())
        .handleException(new TransportException("no"));
    assertThat(told).containsExactly("no");
    assertThat(parked.nodes(REQUEST)).hasSize(1);
    assertThat(nodes.cancelled).isEmpty();
  }

  @Test
  void anAnswerThatCannotBeTakenDoesNotEither() {
    var broken =
        new UnhedgedHandler<>(
            parked,
            REQUEST,
            new RecordingHandler() {
              @Override
              public void handleResponse(TransportResponse response) {
                throw new IllegalStateException("broken");
              }
            });
    assertThatThrownBy(() -> broken.handleResponse(TransportResponse.Empty.INSTANCE))
        .hasMessage("broken");
    assertThat(parked.nodes(REQUEST)).hasSize(1);
  }

  @Test
  void anAnswerInPiecesEndsItToo() {
    new UnhedgedHandler<>(
            parked,
            REQUEST,
            new RecordingHandler() {
              @Override
              public void handleStreamResponse(StreamTransportResponse<TransportResponse> pieces) {
                assertThat(parked.size()).isEqualTo(1);
                told.add("pieces");
              }
            })
        .handleStreamResponse(NO_PIECES);
    assertThat(told).containsExactly("pieces");
    assertThat(parked.size()).isZero();
    assertThat(nodes.cancelled).hasSize(1);
  }

  @Test
  void inAllElseItIsWhoWaits() {
    var waiting =
        new RecordingHandler() {
          @Override
          public void handleRejection(Exception e) {
            told.add("rejected: " + e.getMessage());
          }

          @Override
          public boolean skipsDeserialization() {
            return skips;
          }

          @Override
          public String toString() {
            return "who waits";
          }
        };
    TransportResponseHandler<TransportResponse> one =
        UnhedgedHandler.after(parked, REQUEST, waiting);
    assertThat(one).isNotSameAs(waiting);
    assertThat(one.executor()).isEqualTo("same");
    assertThat(one.toString()).isEqualTo("who waits");
    assertThat(one.skipsDeserialization()).isFalse();
    skips = true;
    assertThat(one.skipsDeserialization()).isTrue();
    one.handleRejection(new IllegalStateException("full"));
    assertThat(told).containsExactly("rejected: full");
    assertThat(parked.nodes(REQUEST)).hasSize(1);
  }

  @Test
  void whereNothingIsUnderWayTheQueryIsSentForWhoWaits() {
    var waiting = new RecordingHandler();
    assertThat(UnhedgedHandler.after(parked, Copies.request(8), waiting)).isSameAs(waiting);
  }

  private class RecordingHandler implements TransportResponseHandler<TransportResponse> {
    @Override
    public void handleResponse(TransportResponse response) {
      told.add("answer");
    }

    @Override
    public void handleException(TransportException e) {
      told.add(String.valueOf(e.getMessage()));
    }

    @Override
    public String executor() {
      return "same";
    }

    @Override
    public TransportResponse read(StreamInput in) {
      throw new AssertionError("nothing is read here");
    }
  }

  /** Nodes that never respond by themselves. */
  private static final class Nodes implements QueryTransport, AsyncSender {
    private final List<TransportResponseHandler<?>> sent = new ArrayList<>();
    private final List<DiscoveryNode> cancelled = new ArrayList<>();
    private final CompletableFuture<Boolean> copySent = new CompletableFuture<>();

    @Override
    public <T extends TransportResponse> void sendRequest(
        Connection connection,
        String action,
        TransportRequest request,
        TransportRequestOptions options,
        TransportResponseHandler<T> handler) {
      sent.add(handler);
      if (sent.size() == 2) {
        copySent.complete(true);
      }
    }

    @Override
    public Connection connection(DiscoveryNode node) {
      return new FakeConnection(node);
    }

    @Override
    public long pending(String nodeId) {
      return 0;
    }

    @Override
    public Task search(TaskId id) {
      return new Task(id.getId(), "transport", "search", "", TaskId.EMPTY_TASK_ID, Map.of());
    }

    @Override
    public Releasable child(TaskId search, DiscoveryNode node) {
      return () -> {};
    }

    @Override
    public Supplier<StoredContext> context() {
      return () -> () -> {};
    }

    @Override
    public void execute(Runnable work) {
      work.run();
    }

    @Override
    public void cancel(DiscoveryNode on, CancelQueryRequest query) {
      cancelled.add(on);
    }

    @Override
    public void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices) {
      throw new AssertionError("nobody has answered");
    }

    @Override
    public boolean isDecorated() {
      return false;
    }

    @Override
    public @Nullable ReplicaTimes times() {
      return null;
    }
  }
}
