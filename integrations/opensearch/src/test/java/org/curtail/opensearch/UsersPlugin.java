package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.NetworkPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.ratelimitting.admissioncontrol.enums.AdmissionControlActionType;
import org.opensearch.tasks.Task;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;
import org.opensearch.transport.TransportService.ContextRestoreResponseHandler;

/**
 * Replaces a plugin that knows users: each search has a user, whom a shard query carries in a
 * header to another node, and in a transient value of the context on its own node.
 */
public class UsersPlugin extends Plugin implements NetworkPlugin, ActionPlugin {
  /** The same, with its sender inside curtail's. */
  public static final class Inside extends UsersPlugin implements TestNode.BeforeCurtail {
    public Inside(Settings settings) {
      super(settings);
    }
  }

  /** Numbers of queries that arrived at a node, and of those without a user. */
  static final AtomicInteger QUERIES = new AtomicInteger();

  static final AtomicInteger WITHOUT_USER = new AtomicInteger();

  private static final String USER = "test-user";
  private static final String HEADER = "test-user-header";

  private final String node;
  private volatile ThreadContext context = new ThreadContext(Settings.EMPTY);

  public UsersPlugin(Settings settings) {
    node = settings.get("node.name");
  }

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(
        new ActionFilter() {
          @Override
          public int order() {
            return Integer.MIN_VALUE;
          }

          @Override
          public <I extends ActionRequest, O extends ActionResponse> void apply(
              Task task,
              String action,
              I request,
              ActionRequestMetadata<I, O> metadata,
              ActionListener<O> listener,
              ActionFilterChain<I, O> chain) {
            try (StoredContext before = context.newStoredContext(true, List.of(USER))) {
              requireNonNull(before);
              context.putTransient(USER, "somebody");
              chain.proceed(task, action, request, listener);
            }
          }
        });
  }

  @Override
  public List<TransportInterceptor> getTransportInterceptors(
      NamedWriteableRegistry registry, ThreadContext threadContext) {
    context = threadContext;
    return List.of(
        new TransportInterceptor() {
          @Override
          public AsyncSender interceptSender(AsyncSender sender) {
            return new AsyncSender() {
              @Override
              public <T extends TransportResponse> void sendRequest(
                  Connection connection,
                  String action,
                  TransportRequest request,
                  TransportRequestOptions options,
                  TransportResponseHandler<T> handler) {
                String user = context.getTransient(USER);
                if (user == null || !action.equals(FaultsPlugin.QUERY)) {
                  sender.sendRequest(connection, action, request, options, handler);
                  return;
                }
                var restoring =
                    new ContextRestoreResponseHandler<>(
                        context.newRestorableContext(true), handler);
                try (StoredContext before = context.stashContext()) {
                  requireNonNull(before);
                  if (connection.getNode().getName().equals(node)) {
                    context.putTransient(USER, user);
                  } else {
                    context.putHeader(HEADER, user);
                  }
                  sender.sendRequest(connection, action, request, options, restoring);
                }
              }
            };
          }

          @Override
          public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
              String action,
              String executor,
              boolean forceExecution,
              TransportRequestHandler<T> handler,
              AdmissionControlActionType type) {
            return (request, channel, task) -> {
              if (action.equals(FaultsPlugin.QUERY)) {
                QUERIES.incrementAndGet();
                if (context.getTransient(USER) == null && context.getHeader(HEADER) == null) {
                  WITHOUT_USER.incrementAndGet();
                }
              }
              handler.messageReceived(request, channel, task);
            };
          }
        });
  }
}
