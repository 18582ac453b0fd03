package org.curtail.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.Tag;
import org.curtail.signals.TagWords;

/**
 * Tags in a gRPC server, without a change of its methods: an interceptor tags the threads that
 * serve calls, and a recorder combines the parts of a call into one request.
 */
public class Example15TagsInGrpc {
  private static final int CALLS = 100;

  /** The interceptor. Copy it into your service, with the recorder below. */
  static final class TaggingInterceptor implements ServerInterceptor {
    private final AtomicLong requests = new AtomicLong();
    private final CallRecorder recorder;

    TaggingInterceptor(CallRecorder recorder) {
      this.recorder = recorder;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      long receivedNanos = System.nanoTime();
      String method = call.getMethodDescriptor().getFullMethodName();
      long request = requests.incrementAndGet(); // or the id of a trace, from the headers
      Tag.request(request);
      try {
        return new TaggedCall<>(
            request,
            () -> recorder.ended(request, method, receivedNanos),
            next.startCall(call, headers));
      } finally {
        Tag.request(0);
      }
    }
  }

  /** gRPC calls these methods for each message and for the last one, on any of its threads. */
  private static final class TaggedCall<Q> extends SimpleForwardingServerCallListener<Q> {
    private final long request;
    private final Runnable ended;

    TaggedCall(long request, Runnable ended, ServerCall.Listener<Q> call) {
      super(call);
      this.request = request;
      this.ended = ended;
    }

    @Override
    public void onMessage(Q message) {
      Tag.request(request);
      try {
        super.onMessage(message);
      } finally {
        Tag.request(0);
      }
    }

    @Override
    public void onHalfClose() {
      Tag.request(request);
      try {
        super.onHalfClose();
      } finally {
        Tag.request(0);
      }
    }

    @Override
    public void onComplete() {
      ended.run();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      ended.run();
      super.onCancel();
    }
  }

  /** Collects the work of threads for a call, and reports it at the end of the call. */
  static final class CallRecorder implements ObjLongConsumer<Stint> {
    private final Map<Long, List<Stint>> underWay = new ConcurrentHashMap<>();
    private final Consumer<RequestEvidence> listener;

    /** In a service the listener is {@code DiagnosisRecorder::ended}. */
    CallRecorder(Consumer<RequestEvidence> listener) {
      this.listener = listener;
    }

    @Override
    public void accept(Stint stint, long request) {
      underWay.computeIfAbsent(request, id -> new CopyOnWriteArrayList<>()).add(stint);
    }

    void ended(long request, String method, long receivedNanos) {
      List<Stint> stints = underWay.remove(request);
      if (stints != null) {
        listener.accept(
            RequestEvidence.ofServer(
                request,
                method,
                receivedNanos,
                stints.getFirst().fromNanos(),
                stints.getLast().toNanos(),
                stints,
                List.of()));
      }
    }
  }

  private static final MethodDescriptor<String, String> GET =
      MethodDescriptor.newBuilder(new Text(), new Text())
          .setType(MethodType.UNARY)
          .setFullMethodName("shop.Catalog/Get")
          .build();

  public static void main(String[] args) throws Exception {
    List<RequestEvidence> recorded = Collections.synchronizedList(new ArrayList<>());
    var ended = new Semaphore(0); // a call ends after its answer
    var recorder =
        new CallRecorder(call -> {
          DiagnosisRecorder.ended(call); // does nothing without a recording
          recorded.add(call);
          ended.release();
        });
    Server server =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(
                ServerServiceDefinition.builder("shop.Catalog")
                    .addMethod(GET, ServerCalls.asyncUnaryCall(Example15TagsInGrpc::answer))
                    .build())
            .intercept(new TaggingInterceptor(recorder))
            .build()
            .start();
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(
                "localhost", server.getPort(), InsecureChannelCredentials.create())
            .build();
    Tag.Report report = Tag.report(Signals.probe(), recorder);
    for (int i = 0; i < CALLS; i++) {
      get(channel, "item " + i);
    }
    ended.acquire(CALLS);
    report.close();
    channel.shutdownNow();
    server.shutdownNow();

    int parts = 0;
    long serverNanos = 0;
    long cpuNanos = 0;
    for (RequestEvidence call : recorded) {
      parts += call.stints().size();
      serverNanos += call.serverNanos();
      cpuNanos += Math.max(call.cpuNanos(), 0);
    }
    System.out.printf("calls answered       %8d%n", CALLS);
    System.out.printf("calls recorded       %8d%n", recorded.size());
    System.out.printf("in parts             %8d%n", parts); // the call, its message, its end
    System.out.printf("tagged in the method %8d%n", taggedInMethod.get());
    System.out.printf("time on the server   %8.2f ms%n", serverNanos / 1e6);
    System.out.printf("of that CPU time     %8.2f ms%n", cpuNanos / 1e6);
  }

  private static String get(Channel channel, String item) {
    return ClientCalls.blockingUnaryCall(channel, GET, CallOptions.DEFAULT, item);
  }

  private static final AtomicLong taggedInMethod = new AtomicLong();

  /** The service. It needs no code for tags; here it checks its tag. */
  private static void answer(String request, StreamObserver<String> client) {
    TagWords words = Tag.words();
    for (int slot = 0; slot < words.used(); slot++) {
      if (words.tag(slot) != 0 && Thread.currentThread().equals(words.owner(slot))) {
        taggedInMethod.incrementAndGet();
      }
    }
    client.onNext("this is " + request);
    client.onCompleted();
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
