package org.curtail.grpc;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeListener;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hedged calls to real servers. */
@Timeout(300)
class HedgedCallTest {
  private static final Metadata.Key<String> USER = ServedAttempt.key("x-user");

  private static HedgingInterceptor hedging(Hedge hedge) {
    return HedgingInterceptor.of(hedge);
  }

  @ParameterizedTest
  @EnumSource
  void secondAttemptAnswersAndTheFirstIsCancelledAtTheServer(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.answeringLast(transport, 2)) {
      var heard = Calls.say(server.channel(hedging(hedge)), "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.events())
          .containsExactly(
              "headers {x-server=attempt 1}",
              "message hello",
              "close OK null null {x-reason=attempt 1}");
      List<ServedAttempt> served = server.served();
      assertThat(served).hasSize(2);
      ServedAttempt first = served.get(0).attempt() == 0 ? served.get(0) : served.get(1);
      first.cancelled().get(1, MINUTES);
      assertThat(first.call().isCancelled() || first.cancelled().isDone()).isTrue();
      assertThat(hedge.metrics().counts().won()).isEqualTo(1);
      assertThat(hedge.metrics().counts().hedges()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callAnsweredInTimeIsSentOnce(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.late();
        var server = TestServer.start(transport, ServedAttempt::echo)) {
      var interceptor = hedging(hedge);
      var heard = Calls.say(server.channel(interceptor), "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.header(Request.PREVIOUS_ATTEMPTS)).isNull();
      assertThat(server.served()).hasSize(1);
      assertThat(server.served().getFirst().headers().get(Request.PREVIOUS_ATTEMPTS)).isNull();
      assertThat(hedge.metrics().counts().ended().get(HedgeListener.CallEnd.Outcome.ANSWERED))
          .isEqualTo(1);
      assertThat(interceptor.counts()).isEqualTo(new HedgingCounts(1, 0, 0, 0, 0, 0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void allAttemptsHaveTheCallersHeadersAndTheirNumber(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.soon(2);
        var server = TestServer.answeringLast(transport, 3)) {
      var heard = new RecordingListener();
      ClientCall<String, String> call =
          server.channel(hedging(hedge)).newCall(Echo.SAY, CallOptions.DEFAULT);
      call.start(heard, ServedAttempt.with(USER, "ann"));
      call.request(2);
      call.sendMessage("hello");
      call.halfClose();
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.header(Request.PREVIOUS_ATTEMPTS)).isEqualTo("2");
      assertThat(server.served()).hasSize(3);
      assertThat(server.served())
          .allSatisfy(one -> assertThat(one.headers().get(USER)).isEqualTo("ann"));
      assertThat(server.served().stream().map(one -> one.headers().get(Request.PREVIOUS_ATTEMPTS)))
          .containsExactlyInAnyOrder(null, "1", "2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void interceptorAddsHeadersOnceToEachAttempt(Transport transport) throws Exception {
    ClientInterceptor adding =
        new ClientInterceptor() {
          @Override
          public <Q, A> ClientCall<Q, A> interceptCall(
              MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
              @Override
              public void start(Listener<A> listener, Metadata headers) {
                headers.put(USER, "ann");
                super.start(listener, headers);
              }
            };
          }
        };
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.answeringLast(transport, 2)) {
      // The last interceptor of the list gets the call first.
      var heard = Calls.say(server.channel(adding, hedging(hedge)), "hello");
      heard.status();
      assertThat(server.served()).hasSize(2);
      assertThat(server.served())
          .allSatisfy(one -> assertThat(one.headers().getAll(USER)).containsExactly("ann"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void callGoesOnAfterANonFatalFailure(Transport transport) throws Exception {
    var secondIsThere = new CountDownLatch(1);
    var firstHasFailed = new CountDownLatch(1);
    try (Hedge hedge = Hedges.soon(1);
        var server =
            TestServer.start(
                transport,
                one -> {
                  if (one.attempt() == 0) {
                    await(secondIsThere);
                    one.fail(Status.UNAVAILABLE);
                    firstHasFailed.countDown();
                  } else {
                    secondIsThere.countDown();
                    await(firstHasFailed);
                    one.echo();
                  }
                })) {
      var heard = Calls.say(server.channel(hedging(hedge)), "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(heard.messages()).containsExactly("hello");
    }
  }

  @ParameterizedTest
  @EnumSource
  void fatalFailureEndsTheCallAndTheOtherAttempt(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.start(transport, one -> {})) {
      var heard = Calls.say(server.channel(hedging(hedge)), "hello");
      Eventually.is("two attempts", () -> server.served().size() == 2);
      server.served().stream()
          .filter(one -> one.attempt() == 1)
          .forEach(one -> one.fail(Status.PERMISSION_DENIED.withDescription("not you")));
      assertThat(heard.status().getCode()).isEqualTo(Code.PERMISSION_DENIED);
      assertThat(heard.status().getDescription()).isEqualTo("not you");
      assertThat(heard.trailer(ServedAttempt.REASON)).isEqualTo("attempt 1");
      ServedAttempt first =
          server.served().stream().filter(one -> one.attempt() == 0).findFirst().orElseThrow();
      first.cancelled().get(1, MINUTES);
    }
  }

  @ParameterizedTest
  @EnumSource
  void fatalFailureHasPriorityOverAnEarlierFailure(Transport transport) throws Exception {
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.start(transport, one -> {})) {
      var heard = Calls.say(server.channel(hedging(hedge)), "hello");
      Eventually.is("two attempts", () -> server.served().size() == 2);
      server.served().getFirst().fail(Status.UNAVAILABLE);
      Eventually.is("a failure", () -> hedge.metrics().counts().failedAttempts() == 1);
      server.served().getLast().fail(Status.INVALID_ARGUMENT);
      assertThat(heard.status().getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callerGetsTheFirstFailureIfAllAttemptsFail(Transport transport) throws Exception {
    var secondIsThere = new CountDownLatch(1);
    try (Hedge hedge = Hedges.soon(1);
        var server =
            TestServer.start(
                transport,
                one -> {
                  if (one.attempt() == 1) {
                    secondIsThere.countDown();
                    one.fail(Status.UNAVAILABLE.withDescription("second"));
                  } else {
                    await(secondIsThere);
                  }
                })) {
      var heard = Calls.say(server.channel(hedging(hedge)), "hello");
      await(secondIsThere);
      Eventually.is("a failure", () -> hedge.metrics().counts().failedAttempts() > 0);
      Eventually.is("both attempts", () -> server.served().size() == 2);
      ServedAttempt first =
          server.served().stream().filter(one -> one.attempt() == 0).findFirst().orElseThrow();
      assertThat(heard.ends()).isZero();
      first.fail(Status.UNAVAILABLE.withDescription("first"));
      assertThat(heard.status().getDescription()).isEqualTo("second");
      assertThat(heard.trailer(ServedAttempt.REASON)).isEqualTo("attempt 1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void failedAttemptIsRetriedAtOnce(Transport transport) throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    try (Hedge hedge = Hedges.retrying(1, rules);
        var server =
            TestServer.start(
                transport,
                one -> {
                  if (one.attempt() == 0) {
                    one.fail(Status.UNAVAILABLE);
                  } else {
                    one.echo();
                  }
                })) {
      var heard = Calls.say(server.channel(HedgingInterceptor.of(hedge, rules)), "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(server.served()).hasSize(2);
      assertThat(hedge.metrics().counts().retries()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void allAttemptsHaveTheDeadlineAndEndWithIt(Transport transport) throws Exception {
    var bothAreThere = new CountDownLatch(2);
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.start(transport, one -> bothAreThere.countDown())) {
      Channel channel = server.channel(hedging(hedge));
      Deadline deadline = Deadline.after(3, TimeUnit.SECONDS);
      var heard = Calls.say(channel, CallOptions.DEFAULT.withDeadline(deadline), "hello");
      await(bothAreThere);
      assertThat(heard.ends()).isZero();
      assertThat(heard.status().getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
      assertThat(deadline.isExpired()).isTrue();
      for (ServedAttempt one : server.served()) {
        one.cancelled().get(1, MINUTES);
        Deadline seen = requireNonNull(one.deadline());
        // A server gets the remaining time, which is at most 3 seconds.
        long laterMillis = seen.timeRemaining(MILLISECONDS) - deadline.timeRemaining(MILLISECONDS);
        assertThat(laterMillis).isBetween(-50L, 3_000L);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void allAttemptsHaveTheCallersContext(Transport transport) throws Exception {
    Context.Key<String> key = Context.key("user");
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    ClientInterceptor looking =
        new ClientInterceptor() {
          @Override
          public <Q, A> ClientCall<Q, A> interceptCall(
              MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            seen.add(ReplicaHint.of(options).previousAttempts() + " " + key.get());
            return next.newCall(method, options);
          }
        };
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.answeringLast(transport, 2)) {
      Channel channel = server.channel(looking, hedging(hedge));
      RecordingListener heard =
          Context.current().withValue(key, "ann").call(() -> Calls.say(channel, "hello"));
      heard.status();
      assertThat(seen).containsExactly("0 ann", "1 ann");
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancelledContextCancelsAllAttempts(Transport transport) throws Exception {
    var bothAreThere = new CountDownLatch(2);
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.start(transport, one -> bothAreThere.countDown());
        Context.CancellableContext context = Context.current().withCancellation()) {
      Channel channel = server.channel(hedging(hedge));
      RecordingListener heard = context.call(() -> Calls.say(channel, "hello"));
      await(bothAreThere);
      context.cancel(new IllegalStateException("gone"));
      assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
      for (ServedAttempt one : server.served()) {
        one.cancelled().get(1, MINUTES);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void callersCancellationCancelsAllAttemptsAtTheServer(Transport transport) throws Exception {
    var bothAreThere = new CountDownLatch(2);
    try (Hedge hedge = Hedges.soon(1);
        var server = TestServer.start(transport, one -> bothAreThere.countDown())) {
      var heard = new RecordingListener();
      ClientCall<String, String> call =
          server.channel(hedging(hedge)).newCall(Echo.SAY, CallOptions.DEFAULT);
      Calls.send(call, heard, "hello");
      await(bothAreThere);
      call.cancel("changed my mind", null);
      assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
      assertThat(heard.status().getDescription()).isEqualTo("changed my mind");
      for (ServedAttempt one : server.served()) {
        one.cancelled().get(1, MINUTES);
      }
      assertThat(hedge.metrics().gauges().underWay()).isZero();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
