package org.curtail.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.curtail.testkit.Eventually;

/** A real gRPC server and channels to it. */
final class TestServer implements AutoCloseable {
  /** Connection of clients. */
  enum Transport {
    IN_PROCESS,
    TCP
  }

  private final Transport transport;
  private final Server server;
  private final String name;
  private final Queue<ServedAttempt> served = new ConcurrentLinkedQueue<>();
  private final List<ManagedChannel> channels = new ArrayList<>();

  /**
   * Shared lock of threads that start a call; exclusive lock of a thread that ends all calls. With
   * gRPC 1.85, an in-process channel may never end if it is shut down while a hedge starts an
   * attempt on it.
   */
  private final ReadWriteLock starting = new ReentrantReadWriteLock();

  private TestServer(Transport transport, Consumer<ServedAttempt> behaviour) throws IOException {
    this.transport = transport;
    this.name = InProcessServerBuilder.generateName();
    ServerCallHandler<String, String> handler = handler(behaviour);
    var service =
        ServerServiceDefinition.builder(Echo.SERVICE)
            .addMethod(Echo.SAY_LOOSELY, handler)
            .addMethod(Echo.LOOK, handler)
            .addMethod(Echo.ADD, handler)
            .addMethod(Echo.MANY, handler)
            .addMethod(Echo.CHAT, handler)
            .build();
    this.server =
        switch (transport) {
          case IN_PROCESS -> InProcessServerBuilder.forName(name).addService(service).build();
          case TCP ->
              Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                  .addService(service)
                  .build();
        };
    server.start();
  }

  /**
   * Starts a server.
   *
   * @param behaviour treatment of each attempt, on the server's threads
   */
  static TestServer start(Transport transport, Consumer<ServedAttempt> behaviour)
      throws IOException {
    return new TestServer(transport, behaviour);
  }

  /**
   * Starts a server that answers the last attempt of a call once all attempts have arrived.
   * Attempts cancelled before their arrival do not count.
   *
   * @param attempts attempts of one call
   */
  static TestServer answeringLast(Transport transport, int attempts) throws IOException {
    Queue<ServedAttempt> arrived = new ConcurrentLinkedQueue<>();
    var count = new AtomicInteger();
    return start(
        transport,
        one -> {
          arrived.add(one);
          if (count.incrementAndGet() == attempts) {
            arrived.stream()
                .filter(any -> any.attempt() == attempts - 1)
                .forEach(ServedAttempt::echo);
          }
        });
  }

  private ServerCallHandler<String, String> handler(Consumer<ServedAttempt> behaviour) {
    return (call, headers) -> listen(call, headers, behaviour);
  }

  private ServerCall.Listener<String> listen(
      ServerCall<String, String> call, Metadata headers, Consumer<ServedAttempt> behaviour) {
    call.request(2);
    return new ServerCall.Listener<>() {
      private String request = "";

      @Override
      public void onMessage(String message) {
        request = message;
      }

      @Override
      public void onHalfClose() {
        var one = new ServedAttempt(request, headers, call);
        served.add(one);
        behaviour.accept(one);
      }
    };
  }

  /** All attempts so far, in order of arrival. */
  List<ServedAttempt> served() {
    return List.copyOf(served);
  }

  int port() {
    return server.getPort();
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
  }

  /** Ends connections and accepts no further ones. */
  void stop() throws InterruptedException {
    endAlone(server::shutdownNow);
    server.awaitTermination(1, TimeUnit.MINUTES);
  }

  /** Returns a new channel, closed with the server. */
  ManagedChannel channel(ClientInterceptor... interceptors) {
    ManagedChannelBuilder<?> builder =
        switch (transport) {
          case IN_PROCESS -> InProcessChannelBuilder.forName(name);
          case TCP -> NettyChannelBuilder.forAddress(address()).usePlaintext();
        };
    ManagedChannel channel = builder.intercept(this::startAlone).intercept(interceptors).build();
    channels.add(channel);
    return channel;
  }

  /** Starts a call while no other thread ends calls. */
  private <Q, A> ClientCall<Q, A> startAlone(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        starting.readLock().lock();
        try {
          super.start(listener, headers);
        } finally {
          starting.readLock().unlock();
        }
      }
    };
  }

  /** Shuts down all channels and ends their calls. */
  void shutDownChannels() {
    endAlone(() -> channels.forEach(ManagedChannel::shutdownNow));
  }

  private void endAlone(Runnable end) {
    starting.writeLock().lock();
    try {
      end.run();
    } finally {
      starting.writeLock().unlock();
    }
  }

  @Override
  public void close() {
    shutDownChannels();
    server.shutdownNow();
    for (ManagedChannel channel : channels) {
      Eventually.is("the channel has ended", channel::isTerminated);
    }
    Eventually.is("the server has ended", server::isTerminated);
  }
}
