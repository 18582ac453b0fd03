package org.curtail.opensearch;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.plugins.NetworkPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.ratelimitting.admissioncontrol.enums.AdmissionControlActionType;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

/** A node that pauses, or holds incoming actions, controlled by tests through its name. */
public final class FaultsPlugin extends Plugin implements NetworkPlugin {
  static final String QUERY = SearchTransportService.QUERY_ACTION_NAME;
  static final String FETCH = SearchTransportService.FETCH_ID_ACTION_NAME;

  /** Actions that a node holds. */
  private static final Map<String, String> HOLDS = new ConcurrentHashMap<>();

  /** Held actions by node. */
  private static final Map<String, Queue<HeldAction>> HELD = new ConcurrentHashMap<>();

  private static final Map<String, Pauses> PAUSES = new ConcurrentHashMap<>();

  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(work -> {
        var thread = new Thread(work, "pauses");
        thread.setDaemon(true);
        return thread;
      });

  private final String node;

  /** Called for one node. */
  public FaultsPlugin(Settings settings) {
    node = settings.get("node.name");
  }

  /**
   * Shard queries that a node starts late; they hold none of its threads meanwhile.
   *
   * @param share share of such queries, 0 to 1
   */
  private record Pauses(double share, long millis, Random random) {
    private synchronized boolean isNext() {
      return random.nextDouble() < share;
    }
  }

  /** A held action, which the test continues. */
  record HeldAction(Runnable resume, Runnable fail) {}

  static void hold(String node, String action) {
    HOLDS.put(node, action);
  }

  static Queue<HeldAction> held(String node) {
    return HELD.computeIfAbsent(node, name -> new ConcurrentLinkedQueue<>());
  }

  /** Stops holding; continues held actions. */
  static void release(String node) {
    HOLDS.remove(node);
    for (HeldAction one = held(node).poll(); one != null; one = held(node).poll()) {
      one.resume().run();
    }
  }

  static void pause(String node, double share, long millis, long seed) {
    PAUSES.put(node, new Pauses(share, millis, new Random(seed)));
  }

  static void pauseNoMore(String node) {
    PAUSES.remove(node);
  }

  @Override
  public List<TransportInterceptor> getTransportInterceptors(
      NamedWriteableRegistry registry, ThreadContext threadContext) {
    return List.of(
        new TransportInterceptor() {
          @Override
          public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
              String action,
              String executor,
              boolean forceExecution,
              TransportRequestHandler<T> handler,
              AdmissionControlActionType type) {
            return (request, channel, task) -> {
              Pauses pauses = action.equals(QUERY) ? PAUSES.get(node) : null;
              Runnable resume =
                  threadContext.preserveContext(() -> {
                    try {
                      handler.messageReceived(request, channel, task);
                    } catch (Exception e) {
                      TransportChannel.sendErrorResponse(channel, action, request, e);
                    }
                  });
              if (action.equals(HOLDS.get(node))) {
                held(node).add(new HeldAction(resume, () -> fail(channel, action, request)));
              } else if (pauses != null && pauses.isNext()) {
                TIMER.schedule(resume, pauses.millis(), TimeUnit.MILLISECONDS);
              } else {
                handler.messageReceived(request, channel, task);
              }
            };
          }
        });
  }

  private static void fail(TransportChannel channel, String action, TransportRequest request) {
    TransportChannel.sendErrorResponse(
        channel,
        action,
        request,
        new OpenSearchStatusException("as the test says", RestStatus.CONFLICT));
  }
}
