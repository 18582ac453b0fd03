package org.curtail.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that are not hedged, although the hedge sends a copy at once. */
@Timeout(300)
class PassedThroughTest {
  /** Answers three messages. */
  private static void answerThree(ServedAttempt one) {
    one.call().sendHeaders(new Metadata());
    for (int i = 0; i < 3; i++) {
      one.call().sendMessage(one.request() + i);
    }
    one.call().close(Status.OK, new Metadata());
  }

  @ParameterizedTest
  @EnumSource
  void streamingCallsPassThrough(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.atOnce();
        var server = TestServer.start(transport, PassedThroughTest::answerThree)) {
      var interceptor = HedgingInterceptor.of(hedge);
      Channel channel = server.channel(interceptor);
      for (var method : new MethodDescriptor<?, ?>[] {Echo.MANY, Echo.CHAT}) {
        @SuppressWarnings("unchecked")
        var texts = (MethodDescriptor<String, String>) method;
        var heard = new RecordingListener();
        ClientCall<String, String> call = channel.newCall(texts, CallOptions.DEFAULT);
        call.start(heard, new Metadata());
        call.request(10);
        call.sendMessage("part ");
        call.halfClose();
        assertThat(heard.status().getCode()).isEqualTo(Code.OK);
        assertThat(heard.messages()).containsExactly("part 0", "part 1", "part 2");
      }
      assertThat(interceptor.counts()).isEqualTo(new HedgingCounts(0, 2, 0, 0, 0, 0));
      assertThat(hedge.metrics().counts().calls()).isZero();
      assertThat(server.served()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void methodsNotDeclaredIdempotentPassThrough(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.atOnce();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var interceptor = HedgingInterceptor.of(hedge);
      Channel channel = server.channel(interceptor);
      assertThat(Calls.call(channel, Echo.ADD, "a").status().getCode()).isEqualTo(Code.OK);
      assertThat(hedge.metrics().counts().calls()).isZero();
      assertThat(Calls.call(channel, Echo.SAY, "b").status().getCode()).isEqualTo(Code.OK);
      assertThat(Calls.call(channel, Echo.LOOK, "c").status().getCode()).isEqualTo(Code.OK);
      assertThat(interceptor.counts()).isEqualTo(new HedgingCounts(2, 0, 1, 0, 0, 0));
      assertThat(hedge.metrics().counts().calls()).isEqualTo(2);
    }
  }

  @Test
  void listedMethodsAndServicesAreHedged() throws Exception {
    try (Hedge hedge = Hedges.late();
        var server = TestServer.start(Transport.IN_PROCESS, ServedAttempt::echo)) {
      for (String name : new String[] {"test.Echo/Add", "test.Echo"}) {
        var rules = HedgingRules.DEFAULT.withIdempotent("other.Service/Get", name);
        var interceptor = HedgingInterceptor.of(hedge, rules);
        Calls.call(server.channel(interceptor), Echo.ADD, "a").status();
        assertThat(interceptor.counts().hedgeable()).as(name).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void tooLongRequestPassesThrough(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.atOnce();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var rules = HedgingRules.DEFAULT.withMessageLimit(5);
      var interceptor = HedgingInterceptor.of(hedge, rules);
      Channel channel = server.channel(interceptor);
      var longOne = Calls.say(channel, "hello!");
      assertThat(longOne.status().getCode()).isEqualTo(Code.OK);
      assertThat(longOne.messages()).containsExactly("hello!");
      assertThat(hedge.metrics().counts().calls()).isZero();
      var shortOne = Calls.say(channel, "hello");
      assertThat(shortOne.status().getCode()).isEqualTo(Code.OK);
      assertThat(shortOne.messages()).containsExactly("hello");
      assertThat(interceptor.counts()).isEqualTo(new HedgingCounts(1, 0, 0, 1, 0, 0));
    }
  }

  /** A proxy passes requests on as streams, which can be read once. */
  @ParameterizedTest
  @EnumSource
  void requestThatCanBeReadOnlyOncePassesThrough(Transport transport) throws Exception {
    MethodDescriptor<InputStream, String> raw =
        MethodDescriptor.newBuilder(new Raw(), new Echo.Text())
            .setType(MethodType.UNARY)
            .setIdempotent(true)
            .setFullMethodName(Echo.SAY.getFullMethodName())
            .build();
    try (Hedge hedge = Hedges.atOnce();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var interceptor = HedgingInterceptor.of(hedge);
      var heard = new RecordingListener();
      ClientCall<InputStream, String> call =
          server.channel(interceptor).newCall(raw, CallOptions.DEFAULT);
      call.start(heard, new Metadata());
      call.request(2);
      call.sendMessage(new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8)));
      call.halfClose();
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.messages()).containsExactly("hello");
      assertThat(server.served()).hasSize(1);
      assertThat(interceptor.counts().unrepeatable()).isEqualTo(1);
    }
  }

  private static final class Raw implements MethodDescriptor.Marshaller<InputStream> {
    @Override
    public InputStream stream(InputStream value) {
      return value;
    }

    @Override
    public InputStream parse(InputStream stream) {
      return stream;
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsPassThroughAfterTheHedgeIsClosed(Transport transport) throws Exception {
    Hedge hedge = Hedges.atOnce();
    hedge.close();
    try (var server = TestServer.start(transport, ServedAttempt::echo)) {
      var interceptor = HedgingInterceptor.of(hedge);
      var heard = Calls.say(server.channel(interceptor), "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.messages()).containsExactly("hello");
      assertThat(server.served()).hasSize(1);
      assertThat(interceptor.counts()).isEqualTo(new HedgingCounts(0, 0, 0, 0, 1, 0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void callUnderWayIsAnsweredAfterTheHedgeIsClosed(Transport transport) throws Exception {
    Hedge hedge = Hedges.late();
    try (var server = TestServer.start(transport, one -> {})) {
      var heard = Calls.say(server.channel(HedgingInterceptor.of(hedge)), "hello");
      Eventually.is("an attempt at the server", () -> !server.served().isEmpty());
      hedge.close();
      assertThat(heard.ends()).isZero();
      server.served().getFirst().echo();
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
    }
  }
}
