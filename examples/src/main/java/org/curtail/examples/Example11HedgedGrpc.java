package org.curtail.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.EquivalentAddressGroup;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusOr;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.grpc.HedgingInterceptor;
import org.curtail.grpc.HedgingRules;
import org.curtail.grpc.OtherReplicaProvider;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.reissue.ReissuePolicy;

/**
 * A gRPC client with hedging: one interceptor, and unchanged stubs. The service has three replicas.
 * Now and then a replica pauses.
 */
public class Example11HedgedGrpc {
  private static final int CALLS = 600;

  /** The descriptor of a method, as in generated code. */
  private static final MethodDescriptor<String, String> GET =
      MethodDescriptor.newBuilder(new Text(), new Text())
          .setType(MethodType.UNARY)
          .setFullMethodName("shop.Catalog/Get")
          .build();

  public static void main(String[] args) throws Exception {
    List<Server> servers = startReplicas();
    NameResolverRegistry.getDefaultRegistry().register(new Replicas(servers));
    ManagedChannel channel =
        Grpc.newChannelBuilder("replicas:///catalog", InsecureChannelCredentials.create())
            .defaultLoadBalancingPolicy(OtherReplicaProvider.POLICY) // for copies
            .build();

    // A call without an answer after 50 ms gets a copy.
    Hedge hedge = Hedge.of(ReissuePolicy.singleD(50)).named("catalog").idempotent().start();
    // Hedged are methods with an idempotent descriptor, and these methods.
    HedgingRules rules = HedgingRules.DEFAULT.withIdempotent("shop.Catalog/Get");
    HedgingInterceptor hedging = HedgingInterceptor.of(hedge, rules);
    Channel hedged = ClientInterceptors.intercept(channel, hedging);

    int answered = 0;
    for (int i = 0; i < CALLS; i++) {
      // With generated code: CatalogGrpc.newBlockingStub(channel).withInterceptors(hedging)
      String answer = ClientCalls.blockingUnaryCall(hedged, GET, CallOptions.DEFAULT, "item " + i);
      answered += answer.equals("this is item " + i) ? 1 : 0;
    }
    replicasAreIdle.arriveAndAwaitAdvance();

    HedgeMetrics.Counts counts = hedge.metrics().counts();
    System.out.printf("calls answered          %5d of %d%n", answered, CALLS);
    System.out.printf("sent again              %5d%n", counts.hedges());
    System.out.printf("answered by the copy    %5d%n", counts.won());
    System.out.printf("cancelled at a replica  %5d%n", cancelled.get());
    System.out.printf("passed through          %5d%n", CALLS - hedging.counts().hedgeable());

    hedge.close();
    channel.shutdownNow();
    servers.forEach(Server::shutdownNow);
    timer.shutdownNow();
  }

  // ---- The replicas.

  private static final AtomicInteger received = new AtomicInteger();
  private static final AtomicInteger cancelled = new AtomicInteger();
  private static final Phaser replicasAreIdle = new Phaser(1);
  private static final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor();

  private static List<Server> startReplicas() throws IOException {
    var servers = new ArrayList<Server>();
    var service =
        ServerServiceDefinition.builder("shop.Catalog")
            .addMethod(GET, ServerCalls.asyncUnaryCall(Example11HedgedGrpc::answer))
            .build();
    for (int i = 0; i < 3; i++) {
      servers.add(
          Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
              .addService(service)
              .build()
              .start());
    }
    return servers;
  }

  /** Answers; every 50th answer takes 500 ms if the client does not cancel the call. */
  private static void answer(String request, StreamObserver<String> client) {
    if (received.incrementAndGet() % 50 != 0) {
      client.onNext("this is " + request);
      client.onCompleted();
      return;
    }
    replicasAreIdle.register();
    var call = (ServerCallStreamObserver<String>) client;
    call.setOnCancelHandler(cancelled::incrementAndGet);
    timer.schedule(
        () -> {
          if (!call.isCancelled()) {
            call.onNext("this is " + request);
            call.onCompleted();
          }
          replicasAreIdle.arriveAndDeregister();
        },
        500,
        TimeUnit.MILLISECONDS);
  }

  /** A name server for names such as replicas:///catalog. */
  private static final class Replicas extends NameResolverProvider {
    private final List<EquivalentAddressGroup> addresses;

    Replicas(List<Server> servers) {
      InetAddress localhost = InetAddress.getLoopbackAddress();
      addresses =
          servers.stream()
              .map(server -> new InetSocketAddress(localhost, server.getPort()))
              .map(EquivalentAddressGroup::new)
              .toList();
    }

    @Override
    public NameResolver newNameResolver(URI target, NameResolver.Args args) {
      return new NameResolver() {
        @Override
        public void start(Listener2 listener) {
          listener.onResult(
              ResolutionResult.newBuilder()
                  .setAddressesOrError(StatusOr.fromValue(addresses))
                  .build());
        }

        @Override
        public String getServiceAuthority() {
          return "catalog";
        }

        @Override
        public void shutdown() {}
      };
    }

    @Override
    public String getDefaultScheme() {
      return "replicas";
    }

    @Override
    public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
      return Set.of(InetSocketAddress.class);
    }

    @Override
    protected boolean isAvailable() {
      return true;
    }

    @Override
    protected int priority() {
      return 5;
    }
  }

  /** Messages of plain text; generated code has messages of protobuf. */
  private static final class Text implements MethodDescriptor.Marshaller<String> {
    @Override
    public InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
