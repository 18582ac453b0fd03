package org.curtail.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actions of callers besides sending and waiting. */
@Timeout(300)
class FlowControlTest {
  private static ClientCall<String, String> call(TestServer server, Hedge hedge) {
    return server.channel(HedgingInterceptor.of(hedge)).newCall(Echo.SAY, CallOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void messageIsDeliveredOnRequestBeforeTheEnd(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.atOnce();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var heard = new RecordingListener();
      ClientCall<String, String> call = call(server, hedge);
      call.start(heard, new Metadata());
      call.sendMessage("hello");
      call.halfClose();
      Eventually.is("an event", () -> !heard.events().isEmpty());
      assertThat(heard.events()).hasSize(1).first().asString().startsWith("headers");
      call.request(1);
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.messages()).containsExactly("hello");
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyMessagesAreSentAsRequested(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.atOnce();
        var server =
            TestServer.start(
                transport,
                one -> {
                  one.call().sendHeaders(new Metadata());
                  for (int i = 0; i < 20; i++) {
                    one.call().sendMessage(one.request() + i);
                  }
                  one.call().close(Status.OK, new Metadata());
                })) {
      var heard = new RecordingListener();
      ClientCall<String, String> call = call(server, hedge);
      call.start(heard, new Metadata());
      call.request(1);
      call.sendMessage("m");
      call.halfClose();
      heard.awaitMessage();
      assertThat(heard.messages()).containsExactly("m0");
      call.request(5);
      Eventually.is("six messages", () -> heard.messages().size() >= 6);
      assertThat(heard.ends()).isZero();
      call.request(100);
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.messages()).hasSize(20).startsWith("m0", "m1").endsWith("m19");
    }
  }

  /** Without hedging and in one process, grpc-java 1.85 never notifies such a caller. */
  @ParameterizedTest
  @EnumSource
  void callerThatCancelsWithoutRequestingIsNotified(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.atOnce();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var heard = new RecordingListener();
      ClientCall<String, String> call = call(server, hedge);
      call.start(heard, new Metadata());
      call.sendMessage("hello");
      call.halfClose();
      Eventually.is("headers", () -> !heard.events().isEmpty());
      call.cancel("not wanted", null);
      assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
      assertThat(heard.status().getDescription()).isEqualTo("not wanted");
      assertThat(heard.messages()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void callerIsNotifiedThatItMaySend(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.late();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var heard = new RecordingListener();
      ClientCall<String, String> call = call(server, hedge);
      assertThat(call.isReady()).isFalse();
      call.start(heard, new Metadata());
      heard.awaitReady();
      assertThat(call.isReady()).isTrue();
      call.request(1);
      call.setMessageCompression(true);
      call.sendMessage("hello");
      call.halfClose();
      assertThat(call.isReady()).isFalse();
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callerMaySendFromItsListener(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.late();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      ClientCall<String, String> call = call(server, hedge);
      var heard =
          new RecordingListener() {
            @Override
            public void onReady() {
              call.sendMessage("hello");
              call.halfClose();
              super.onReady();
            }
          };
      call.start(heard, new Metadata());
      call.request(1);
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.messages()).containsExactly("hello");
    }
  }

  @ParameterizedTest
  @EnumSource
  void attributesAreThoseOfTheAnswer(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.late();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var heard = new RecordingListener();
      ClientCall<String, String> call = call(server, hedge);
      assertThat(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)).isNull();
      Calls.send(call, heard, "hello");
      heard.status();
      assertThat(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void wrongOrderOfCallsIsRejected(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.late();
        var server = TestServer.start(transport, one -> {})) {
      ClientCall<String, String> call = call(server, hedge);
      assertThatThrownBy(() -> call.request(1)).hasMessage("Not started");
      assertThatThrownBy(() -> call.sendMessage("a")).hasMessage("Not started");
      assertThatThrownBy(call::halfClose).hasMessage("Not started");
      var heard = new RecordingListener();
      call.start(heard, new Metadata());
      assertThatThrownBy(() -> call.start(heard, new Metadata())).hasMessage("Already started");
      assertThatThrownBy(() -> call.request(-1)).isInstanceOf(IllegalArgumentException.class);
      call.sendMessage("a");
      call.halfClose();
      assertThatThrownBy(call::halfClose).hasMessage("call already half-closed");
      assertThatThrownBy(() -> call.sendMessage("b")).hasMessage("call was half-closed");
      call.cancel("done", null);
      assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
    }
  }
}
