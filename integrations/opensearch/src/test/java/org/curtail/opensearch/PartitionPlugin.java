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
 * A node that is cut off: whatever it sends to others or others send to it, requests and answers,
 * arrives once it is no longer, as on a network that sends lost packets again. Connections stay.
 */
public final class PartitionPlugin extends Plugin implements NetworkPlugin {
  private static final Set<String> CUT_OFF = ConcurrentHashMap.newKeySet();
  private static final Queue<Runnable> LATE = new ConcurrentLinkedQueue<>();

  private final String node;

  /** For one node. */
  public PartitionPlugin(Settings settings) {
    node = settings.get("node.name");
  }

  static void cutOff(String node) {
    CUT_OFF.add(node);
  }

  /** Nobody is cut off any more; all that is late arrives. */
  static void heal() {
    CUT_OFF.clear();
    arrive();
  }

  private static void arrive() {
    for (Runnable late = LATE.poll(); late != null; late = LATE.poll()) {
      try {
        late.run();
      } catch (TransportException e) {
        // Who sent it, or was to get it, is no longer there.
      }
    }
  }

  /** It arrives later, or now if nobody is cut off any more. */
  private void hold(Runnable late) {
    LATE.add(late);
    if (!isCutOff()) {
      arrive();
    }
  }

  /** How much has not arrived. */
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

  /** Of the node's own answers. */
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
          // Who asked is no longer there.
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
