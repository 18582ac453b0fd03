package org.curtail.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.testkit.Eventually;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The caller's context, as interceptors see it in each action on attempts. */
@Timeout(300)
class ContextTest {
  private static final Context.Key<String> TENANT = Context.key("tenant");
  private static final Metadata.Key<String> MILLIS = ServedAttempt.key("grpc-retry-pushback-ms");

  /** Actions on the call of an attempt, with their context. */
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();

  /** An interceptor like those that put a tenant or a trace into headers. */
  private final class Watching implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      see("make");
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          see("start");
          super.start(listener, headers);
        }

        @Override
        public void request(int messages) {
          see("request");
          super.request(messages);
        }

        @Override
        public void sendMessage(Q message) {
          see("send");
          super.sendMessage(message);
        }

        @Override
        public void halfClose() {
          see("half-close");
          super.halfClose();
        }

        @Override
        public void cancel(@Nullable String reason, @Nullable Throwable cause) {
          see("cancel");
          super.cancel(reason, cause);
        }
      };
    }
  }

  private void see(String what) {
    seen.add(what + " " + TENANT.get());
  }

  private RecordingListener say(TestServer server, HedgingInterceptor interceptor)
      throws Exception {
    var heard = new RecordingListener();
    Context.current()
        .withValue(TENANT, "blue")
        .call(() -> {
          // The last interceptor of the list runs first.
          Channel channel = server.channel(new Watching(), interceptor);
          Calls.send(channel.newCall(Echo.SAY, CallOptions.DEFAULT), heard, "hello");
          return null;
        });
    return heard;
  }

  @Test
  void copyAndCancellationRunInTheCallersContext() throws Exception {
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.answeringLast(Transport.IN_PROCESS, 2)) {
      assertThat(say(server, HedgingInterceptor.of(hedge)).status().getCode()).isEqualTo(Code.OK);
      Eventually.is("the loser is cancelled", () -> seen.contains("cancel blue"));
      assertThat(seen).hasSize(11).allMatch(what -> what.endsWith(" blue"));
    }
  }

  @Test
  void retryRunsInTheCallersContextAlsoAfterAPushback() throws Exception {
    for (String millis : new String[] {"0", "30"}) {
      seen.clear();
      HedgingRules rules = HedgingRules.DEFAULT;
      try (Hedge hedge = Hedges.retrying(1, rules);
          var server =
              TestServer.start(
                  Transport.IN_PROCESS,
                  one -> {
                    if (one.attempt() == 0) {
                      one.fail(Status.UNAVAILABLE, ServedAttempt.with(MILLIS, millis));
                    } else {
                      one.echo();
                    }
                  })) {
        RecordingListener heard = say(server, HedgingInterceptor.of(hedge, rules));
        assertThat(heard.status().getCode()).isEqualTo(Code.OK);
        assertThat(seen).as(millis).hasSize(10).allMatch(what -> what.endsWith(" blue"));
      }
    }
  }
}
