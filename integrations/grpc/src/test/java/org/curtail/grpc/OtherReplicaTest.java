package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Grpc;
import io.grpc.LoadBalancerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.NameResolverRegistry;
import io.grpc.Status.Code;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A copy goes to another server, over TCP, through a real channel. */
@Timeout(300)
class OtherReplicaTest {
  private static final String CONNECTING = "connecting";

  private final List<TestServer> servers = new ArrayList<>();
  private final FixedReplicas resolver = new FixedReplicas();

  @BeforeEach
  void register() {
    NameResolverRegistry.getDefaultRegistry().register(resolver);
  }

  @AfterEach
  void close() throws Exception {
    NameResolverRegistry.getDefaultRegistry().deregister(resolver);
    for (TestServer server : servers) {
      server.close();
    }
  }

  private ManagedChannel channel(
      int replicas, Consumer<ServedAttempt> behaviour, ClientInterceptor... of) throws Exception {
    for (int i = 0; i < replicas; i++) {
      servers.add(TestServer.start(Transport.TCP, behaviour));
    }
    resolver.set(servers.stream().map(TestServer::address).toList());
    return ManagedChannelBuilder.forTarget(FixedReplicas.SCHEME + ":///replicas")
        .usePlaintext()
        .defaultLoadBalancingPolicy(OtherReplicaProvider.POLICY)
        .intercept(of)
        .build();
  }

  @Test
  void grpcFindsThePolicy() {
    assertThat(LoadBalancerRegistry.getDefaultRegistry().getProvider(OtherReplicaProvider.POLICY))
        .isInstanceOf(OtherReplicaProvider.class);
  }

  /**
   * Many calls at a time, so that their picks interfere. Only known servers count: on a busy
   * machine, the server of an attempt may become known after the next attempt is due.
   */
  @Test
  void noAttemptUsesAKnownServerOfAnEarlierAttempt() throws Exception {
    try (Hedge hedge = Hedges.spread(20, 40)) {
      ManagedChannel channel =
          channel(
              4,
              OtherReplicaTest::echoThird,
              new ReportingInterceptor(),
              HedgingInterceptor.of(hedge));
      try {
        connectAll(channel);
        List<RecordingListener> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          all.add(Calls.say(channel, "call " + i));
        }
        for (RecordingListener heard : all) {
          assertThat(heard.status().getCode()).isEqualTo(Code.OK);
        }
      } finally {
        channel.shutdownNow().awaitTermination(1, MINUTES);
      }
    }
    List<ServedAttempt> attempts =
        servers.stream().flatMap(server -> server.served().stream()).toList();
    for (ServedAttempt one : attempts) {
      assertThat(ReportingInterceptor.avoided(one)).as(one.request()).doesNotContain(place(one));
    }
    assertThat(attempts).anyMatch(one -> ReportingInterceptor.avoided(one).size() == 2);
  }

  /** Answers the third attempt of a call, and attempts that only connect. */
  private static void echoThird(ServedAttempt one) {
    if (one.attempt() == 2 || one.request().equals(CONNECTING)) {
      one.echo();
    }
  }

  private static String place(ServedAttempt one) {
    return String.valueOf(one.call().getAttributes().get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR));
  }

  /** Connects to all servers, as a policy picks only connected servers. */
  private void connectAll(Channel channel) throws Exception {
    while (servers.stream().anyMatch(server -> server.served().isEmpty())) {
      assertThat(Calls.say(channel, CONNECTING).status().getCode()).isEqualTo(Code.OK);
    }
  }

  /** Reports to the server, in a header, which servers an attempt was to avoid. */
  private static final class ReportingInterceptor implements ClientInterceptor {
    private static final Metadata.Key<String> AVOIDED = ServedAttempt.key("x-avoided");

    /** Returns the servers that the attempt was to avoid; empty for a first one. */
    static List<String> avoided(ServedAttempt one) {
      String told = one.headers().get(AVOIDED);
      return told == null ? List.of() : List.of(told.split(" ", -1));
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      List<SocketAddress> avoid = ReplicaHint.of(options).avoid();
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          if (!avoid.isEmpty()) {
            headers.put(AVOIDED, avoid.stream().map(SocketAddress::toString).collect(joining(" ")));
          }
          super.start(listener, headers);
        }
      };
    }
  }

  @Test
  void copyUsesTheSameServerIfThereIsNoOther() throws Exception {
    try (Hedge hedge = Hedges.soon(1)) {
      ManagedChannel channel = channel(1, one -> {}, HedgingInterceptor.of(hedge));
      try {
        var heard = Calls.say(channel, "hello");
        TestServer server = servers.getFirst();
        Eventually.is("two attempts", () -> server.served().size() == 2);
        server.served().getLast().echo();
        assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      } finally {
        channel.shutdownNow().awaitTermination(1, MINUTES);
      }
    }
  }

  @Test
  void otherCallsUseServersInTurn() throws Exception {
    ManagedChannel channel = channel(3, ServedAttempt::echo);
    try {
      for (int i = 0; i < 60; i++) {
        assertThat(Calls.say(channel, "hello").status().getCode()).isEqualTo(Code.OK);
      }
      assertThat(servers).allSatisfy(server -> assertThat(server.served()).isNotEmpty());
    } finally {
      channel.shutdownNow().awaitTermination(1, MINUTES);
    }
  }

  @Test
  void hintNamesTheServersOfEarlierAttempts() throws Exception {
    Map<Integer, List<SocketAddress>> hints = new ConcurrentHashMap<>();
    ClientInterceptor looking =
        new ClientInterceptor() {
          @Override
          public <Q, A> ClientCall<Q, A> interceptCall(
              MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            ReplicaHint hint = ReplicaHint.of(options);
            hints.put(hint.previousAttempts(), hint.avoid());
            return next.newCall(method, options);
          }
        };
    Map<Integer, SocketAddress> places = new HashMap<>();
    try (Hedge hedge = Hedges.spread(50, 100)) {
      ManagedChannel channel =
          channel(
              3,
              one -> {
                if (!one.request().equals(CONNECTING)) {
                  synchronized (places) {
                    places.put(
                        one.attempt(),
                        one.call().getAttributes().get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR));
                  }
                }
                echoThird(one);
              },
              looking,
              HedgingInterceptor.of(hedge));
      try {
        connectAll(channel);
        hints.clear();
        Calls.say(channel, "hello").status();
        synchronized (places) {
          assertThat(hints.get(0)).isEmpty();
          assertThat(hints.get(2)).containsExactly(places.get(0), places.get(1));
          assertThat(new HashSet<>(places.values())).hasSize(3);
        }
      } finally {
        channel.shutdownNow().awaitTermination(1, MINUTES);
      }
    }
  }
}
