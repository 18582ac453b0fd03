package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.LoadBalancerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.NameResolverRegistry;
import io.grpc.Status.Code;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A copy goes to another server, over TCP, through a real channel. */
@Timeout(300)
class OtherReplicaTest {
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

  private ManagedChannel channel(int replicas, Consumer<Served> behaviour, ClientInterceptor... of)
      throws Exception {
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
  void grpcFindsThePolicyByItself() {
    assertThat(LoadBalancerRegistry.getDefaultRegistry().getProvider(OtherReplicaProvider.POLICY))
        .isInstanceOf(OtherReplicaProvider.class);
  }

  /** Many calls at a time, so that their picks disturb each other. */
  @Test
  void everyAttemptOfACallGoesToAnotherServer() throws Exception {
    Map<String, Set<String>> places = new ConcurrentHashMap<>();
    Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
    Consumer<Served> behaviour =
        one -> {
          String place =
              String.valueOf(one.call().getAttributes().get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR));
          places.computeIfAbsent(one.request(), key -> ConcurrentHashMap.newKeySet()).add(place);
          attempts.computeIfAbsent(one.request(), key -> new AtomicInteger()).incrementAndGet();
          if (one.attempt() == 2) {
            one.echo();
          }
        };
    try (Hedge hedge = Hedges.spread(20, 40)) {
      ManagedChannel channel = channel(4, behaviour, HedgingInterceptor.of(hedge));
      try {
        List<Heard> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          all.add(Calls.say(channel, "call " + i));
        }
        for (Heard heard : all) {
          assertThat(heard.status().getCode()).isEqualTo(Code.OK);
        }
        for (var call : attempts.entrySet()) {
          assertThat(places.get(call.getKey())).as(call.getKey()).hasSize(call.getValue().get());
        }
        assertThat(attempts.values()).anyMatch(count -> count.get() == 3);
      } finally {
        channel.shutdownNow().awaitTermination(1, MINUTES);
      }
    }
  }

  @Test
  void ifThereIsNoOtherServerACopyGoesToTheSameOne() throws Exception {
    try (Hedge hedge = Hedges.soon(1)) {
      ManagedChannel channel = channel(1, one -> {}, HedgingInterceptor.of(hedge));
      try {
        var heard = Calls.say(channel, "hello");
        TestServer server = servers.getFirst();
        Wait.until("two attempts", () -> server.served().size() == 2);
        server.served().getLast().echo();
        assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      } finally {
        channel.shutdownNow().awaitTermination(1, MINUTES);
      }
    }
  }

  @Test
  void callsThatAreNotHedgedTakeServersInTurn() throws Exception {
    ManagedChannel channel = channel(3, Served::echo);
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
  void aHintNamesTheServersOfEarlierAttempts() throws Exception {
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
                synchronized (places) {
                  places.put(
                      one.attempt(),
                      one.call().getAttributes().get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR));
                }
                if (one.attempt() == 2) {
                  one.echo();
                }
              },
              looking,
              HedgingInterceptor.of(hedge));
      try {
        // The first call connects, which may take longer than the hedge waits.
        Calls.say(channel, "first").status();
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
