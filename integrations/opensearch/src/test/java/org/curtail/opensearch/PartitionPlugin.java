package org.curtail.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.plugins.NetworkPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Transport;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;

/**
 * A partitioned node: its incoming and outgoing requests and responses arrive after the partition,
 * as on a network that resends lost packets. Connections stay.
 */
public final class PartitionPlugin extends Plugin implements NetworkPlugin {
  private static final Set<String> CUT_OFF = ConcurrentHashMap.newKeySet();
  private static final Queue<Runnable> LATE = new ConcurrentLinkedQueue<>();

  private final String node;

  /** Called for one node. */
  public PartitionPlugin(Settings settings) {
    node = settings.get("node.name");
  }

  static void cutOff(String node) {
    CUT_OFF.add(node);
  }

  /** Ends the partition; all late messages arrive. */
  static void heal() {
    CUT_OFF.clear();
    arrive();
  }

  private static void arrive() {
    for (Runnable late = LATE.poll(); late != null; late = LATE.poll()) {
      try {
        late.run();
      } catch (TransportException e) {
        // The sender or the receiver no longer exists.
      }
    }
  }

  /** Delivers a message later, or now if the partition has ended. */
  private void hold(Runnable late) {
    LATE.add(late);
    if (!isCutOff()) {
      arrive();
    }
  }

  /** Number of messages that have not arrived. */
  static int late() {
    return LATE.size();
  }

  private boolean isCutOff() {
    return CUT_OFF.contains(node);
  }

  @Override
  public List<TransportInterceptor> getTransportInterceptors(
      NamedWriteableRegistry registry, ThreadContext threads) {
    return List.of(
        new TransportInterceptor() {
          @Override
          public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
              String action,
              String executor,
              boolean forceExecution,
              TransportRequestHandler<T> handler) {
            return (request, channel, task) -> {
              if (channel.getChannelType().equals("direct")) {
                handler.messageReceived(request, channel, task);
                return;
              }
              var answers = new LateAnswers(channel);
              if (!isCutOff()) {
                handler.messageReceived(request, answers, task);
                return;
              }
              hold(
                  threads.preserveContext(() -> {
                    try {
                      handler.messageReceived(request, answers, task);
                    } catch (Exception e) {
                      TransportChannel.sendErrorResponse(answers, action, request, e);
                    }
                  }));
            };
          }

          @Override
          public AsyncSender interceptSender(AsyncSender sender) {
            return new AsyncSender() {
              @Override
              public <T extends TransportResponse> void sendRequest(
                  Transport.Connection connection,
                  String action,
                  TransportRequest request,
                  TransportRequestOptions options,
                  TransportResponseHandler<T> handler) {
                Runnable send =
                    () -> sender.sendRequest(connection, action, request, options, handler);
                if (isCutOff() && !connection.getNode().getName().equals(node)) {
                  hold(threads.preserveContext(send));
                } else {
                  send.run();
                }
              }
            };
          }
        });
  }

  /** Channel of the node's own responses. */
  private final class LateAnswers implements TransportChannel {
    private final TransportChannel channel;

    private LateAnswers(TransportChannel channel) {
      this.channel = channel;
    }

    private interface Sending {
      void send() throws IOException;
    }

    private void send(Sending sending) throws IOException {
      if (!isCutOff()) {
        sending.send();
        return;
      }
      hold(() -> {
        try {
          sending.send();
        } catch (IOException | TransportException e) {
          // The requester no longer exists.
        }
      });
    }

    @Override
    public void sendResponse(TransportResponse response) throws IOException {
      send(() -> channel.sendResponse(response));
    }

    @Override
    public void sendResponse(Exception exception) throws IOException {
      send(() -> channel.sendResponse(exception));
    }

    @Override
    public String getProfileName() {
      return channel.getProfileName();
    }

    @Override
    public String getChannelType() {
      return channel.getChannelType();
    }

    @Override
    public Version getVersion() {
      return channel.getVersion();
    }

    @Override
    public <T> Optional<T> get(String name, Class<T> type) {
      return channel.get(name, type);
    }
  }
}
