package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that forbid or delay more attempts: gRFC A6, "Pushback". */
@Timeout(300)
class PushbackTest {
  private static final Metadata.Key<String> MILLIS = ServedAttempt.key("grpc-retry-pushback-ms");
  private static final long NOW = 123_456_789;

  private static Pushback after(String... said) {
    var pushback = new Pushback();
    for (String one : said) {
      pushback.learn(ServedAttempt.with(MILLIS, one), NOW);
    }
    return pushback;
  }

  @Test
  void trailersWithoutPushbackChangeNothing() {
    var pushback = new Pushback();
    pushback.learn(new Metadata(), NOW);
    assertThat(pushback.isStopped()).isFalse();
    assertThat(pushback.waitNanos(NOW)).isZero();
  }

  @Test
  void nextAttemptWaitsForThePushback() {
    assertThat(after("0").waitNanos(NOW)).isZero();
    assertThat(after("250").isStopped()).isFalse();
    assertThat(after("250").waitNanos(NOW)).isEqualTo(250_000_000);
    assertThat(after("250").waitNanos(NOW + 249_000_000)).isEqualTo(1_000_000);
    assertThat(after("250").waitNanos(NOW + 250_000_000)).isZero();
    assertThat(after("250", "20").waitNanos(NOW)).as("the latest counts").isEqualTo(20_000_000);
    assertThat(after("2147483647").waitNanos(NOW)).isEqualTo(2_147_483_647_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-2147483648", "", "soon", "1.5", "2147483648", "5 ", "0x10"})
  void negativeOrUnreadableNumberForbidsMoreAttempts(String said) {
    assertThat(after(said).isStopped()).isTrue();
    assertThat(after(said, "5").isStopped()).as("for good").isTrue();
  }

  @Test
  void nonFatalFailureWithoutPushbackIsRetryable() {
    HedgingRules rules = HedgingRules.DEFAULT;
    assertThat(rules.isRetryable(Status.UNAVAILABLE.asRuntimeException())).isTrue();
    assertThat(rules.isRetryable(said("10"))).isTrue();
    assertThat(rules.isRetryable(said("-1"))).isFalse();
    assertThat(rules.isRetryable(said("never"))).isFalse();
    assertThat(rules.isRetryable(Status.INTERNAL.asRuntimeException())).isFalse();
    assertThat(rules.isRetryable(new IllegalStateException())).isFalse();
  }

  private static StatusRuntimeException said(String millis) {
    return Status.UNAVAILABLE.asRuntimeException(ServedAttempt.with(MILLIS, millis));
  }

  @ParameterizedTest
  @EnumSource
  void noAttemptIsSentIfAServerForbidsIt(Transport transport) throws Exception {
    for (String said : new String[] {"-1", "never"}) {
      HedgingRules rules = HedgingRules.DEFAULT;
      try (Hedge hedge = Hedges.retrying(2, rules);
          var server =
              TestServer.start(
                  transport,
                  one -> one.fail(Status.UNAVAILABLE, ServedAttempt.with(MILLIS, said)))) {
        var heard = Calls.say(server.channel(HedgingInterceptor.of(hedge, rules)), "hello");
        assertThat(heard.status().getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(heard.trailer(MILLIS)).isEqualTo(said);
        assertThat(server.served()).as(said).hasSize(1);
      }
    }
  }

  /** The hedge does not know the servers' pushback, and would send a third attempt. */
  @ParameterizedTest
  @EnumSource
  void noMoreAttemptIsSentWhileAnotherIsUnderWay(Transport transport) throws Exception {
    var secondHasFailed = new CountDownLatch(1);
    try (Hedge hedge = Hedges.spread(2, 2_000);
        var server =
            TestServer.start(
                transport,
                one -> {
                  if (one.attempt() > 0) {
                    one.fail(Status.UNAVAILABLE, ServedAttempt.with(MILLIS, "-1"));
                    secondHasFailed.countDown();
                  }
                })) {
      var interceptor = HedgingInterceptor.of(hedge);
      var heard = Calls.say(server.channel(interceptor), "hello");
      assertThat(secondHasFailed.await(1, TimeUnit.MINUTES)).isTrue();
      Eventually.is("the third attempt", () -> interceptor.counts().heldBack() > 0);
      Eventually.is("both attempts", () -> server.served().size() == 2);
      assertThat(heard.ends()).isZero();
      server.served().stream().filter(one -> one.attempt() == 0).forEach(ServedAttempt::echo);
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      assertThat(server.served()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nextAttemptIsSentAfterThePushback(Transport transport) throws Exception {
    var failedNanos = new AtomicLong();
    var nextNanos = new AtomicLong();
    HedgingRules rules = HedgingRules.DEFAULT;
    try (Hedge hedge = Hedges.retrying(1, rules);
        var server =
            TestServer.start(
                transport,
                one -> {
                  if (one.attempt() == 0) {
                    failedNanos.set(System.nanoTime());
                    one.fail(Status.UNAVAILABLE, ServedAttempt.with(MILLIS, "150"));
                  } else {
                    nextNanos.set(System.nanoTime());
                    one.echo();
                  }
                })) {
      var heard = Calls.say(server.channel(HedgingInterceptor.of(hedge, rules)), "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
      // Only roughly, as time passes between the clock readings of server and client.
      assertThat(nextNanos.get() - failedNanos.get())
          .isGreaterThanOrEqualTo(MILLISECONDS.toNanos(150));
    }
  }

  @ParameterizedTest
  @EnumSource
  void callThatWaitsForItsNextAttemptCanBeCancelled(Transport transport) throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    try (Hedge hedge = Hedges.retrying(1, rules);
        var server =
            TestServer.start(
                transport,
                one -> one.fail(Status.UNAVAILABLE, ServedAttempt.with(MILLIS, "3600000")))) {
      var heard = new RecordingListener();
      var call =
          server
              .channel(HedgingInterceptor.of(hedge, rules))
              .newCall(Echo.SAY, CallOptions.DEFAULT);
      Calls.send(call, heard, "hello");
      Eventually.is("a retry", () -> hedge.metrics().counts().retries() > 0);
      call.cancel("enough", null);
      assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
      assertThat(heard.status().getDescription()).isEqualTo("enough");
      assertThat(server.served()).hasSize(1);
      assertThat(hedge.metrics().gauges().underWay()).isZero();
    }
  }

  /** Returns servers that fail with a pushback. */
  private static TestServer busy(Transport transport, String millis) throws Exception {
    return TestServer.start(
        transport,
        one -> {
          var trailers = ServedAttempt.with(MILLIS, millis);
          trailers.put(ServedAttempt.REASON, "attempt " + one.attempt());
          one.fail(Status.UNAVAILABLE.withDescription("busy"), trailers);
        });
  }

  @ParameterizedTest
  @EnumSource
  void attemptDelayedBeyondTheDeadlineIsDropped(Transport transport) throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    for (String millis : new String[] {"300000", "2147483647"}) {
      try (Hedge hedge = Hedges.retrying(3, rules);
          var server = busy(transport, millis)) {
        var interceptor = HedgingInterceptor.of(hedge, rules);
        // The call must end before its deadline, within the limit of this test.
        var options = CallOptions.DEFAULT.withDeadlineAfter(4, TimeUnit.MINUTES);
        var heard = Calls.say(server.channel(interceptor), options, "hello");
        assertThat(heard.status().getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(heard.status().getDescription()).isEqualTo("busy");
        assertThat(heard.trailer(MILLIS)).isEqualTo(millis);
        assertThat(server.served()).hasSize(1);
        assertThat(interceptor.counts().heldBack()).isEqualTo(1);
        assertThat(hedge.metrics().gauges().underWay()).isZero();
      }
    }
  }

  @Test
  void deadlineOfTheContextCountsToo() throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    var timer = Executors.newSingleThreadScheduledExecutor();
    try (Hedge hedge = Hedges.retrying(3, rules);
        var server = busy(Transport.IN_PROCESS, "300000");
        var context = Context.current().withDeadlineAfter(4, TimeUnit.MINUTES, timer)) {
      var channel = server.channel(HedgingInterceptor.of(hedge, rules));
      var heard = context.call(() -> Calls.say(channel, "hello"));
      assertThat(heard.status().getCode()).isEqualTo(Code.UNAVAILABLE);
    } finally {
      timer.shutdownNow();
    }
  }

  @Test
  void lastFailureIsReported() throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    try (Hedge hedge = Hedges.retrying(3, rules);
        var server =
            TestServer.start(
                Transport.IN_PROCESS,
                one -> {
                  var trailers =
                      ServedAttempt.with(ServedAttempt.REASON, "attempt " + one.attempt());
                  trailers.put(MILLIS, one.attempt() < 2 ? "1" : "300000");
                  one.fail(Status.UNAVAILABLE, trailers);
                })) {
      var options = CallOptions.DEFAULT.withDeadlineAfter(4, TimeUnit.MINUTES);
      var heard = Calls.say(server.channel(HedgingInterceptor.of(hedge, rules)), options, "hello");
      assertThat(heard.status().getCode()).isEqualTo(Code.UNAVAILABLE);
      assertThat(heard.trailer(ServedAttempt.REASON)).isEqualTo("attempt 2");
      assertThat(server.served()).hasSize(3);
    }
  }

  @Test
  void callGoesOnWhileAnotherAttemptRuns() throws Exception {
    try (Hedge hedge = Hedges.spread(2, 50);
        var server =
            TestServer.start(
                Transport.IN_PROCESS,
                one -> {
                  if (one.attempt() > 0) {
                    one.fail(Status.UNAVAILABLE, ServedAttempt.with(MILLIS, "300000"));
                  }
                })) {
      var interceptor = HedgingInterceptor.of(hedge);
      var options = CallOptions.DEFAULT.withDeadlineAfter(4, TimeUnit.MINUTES);
      var heard = Calls.say(server.channel(interceptor), options, "hello");
      Eventually.is("the third attempt", () -> interceptor.counts().heldBack() > 0);
      Eventually.is("both attempts", () -> server.served().size() == 2);
      assertThat(heard.ends()).isZero();
      server.served().stream().filter(one -> one.attempt() == 0).forEach(ServedAttempt::echo);
      assertThat(heard.status().getCode()).isEqualTo(Code.OK);
    }
  }

  @Test
  void callThatWaitsForItsNextAttemptEndsWithItsContext() throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    try (Hedge hedge = Hedges.retrying(1, rules);
        var server = busy(Transport.IN_PROCESS, "2147483647");
        var context = Context.current().withCancellation()) {
      var channel = server.channel(HedgingInterceptor.of(hedge, rules));
      var heard = context.call(() -> Calls.say(channel, "hello"));
      Eventually.is("a retry", () -> hedge.metrics().counts().retries() > 0);
      context.cancel(new IllegalStateException("enough"));
      assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
      assertThat(heard.status().getCause()).hasMessage("enough");
      Eventually.is("it has ended", () -> hedge.metrics().gauges().underWay() == 0);
    }
  }

  /**
   * A cancelled call leaves no references for the 24 days of the pushback. Uses TCP, as in-process
   * calls of a server refer to the client's side.
   */
  @Test
  void attemptStoppedDuringItsDelayIsReleased() throws Exception {
    HedgingRules rules = HedgingRules.DEFAULT;
    try (Hedge hedge = Hedges.retrying(1, rules);
        var server = busy(Transport.TCP, "2147483647")) {
      var released = cancelled(hedge, server.channel(HedgingInterceptor.of(hedge, rules)));
      for (WeakReference<?> each : released) {
        Eventually.is(
            "it is collected",
            () -> {
              System.gc();
              return each.refersTo(null);
            });
      }
    }
  }

  private static List<WeakReference<?>> cancelled(Hedge hedge, Channel channel) throws Exception {
    var request = new String("hello".toCharArray());
    var heard = new RecordingListener();
    var headers = ServedAttempt.with(ServedAttempt.REASON, "sent");
    var call = channel.newCall(Echo.SAY, CallOptions.DEFAULT);
    call.start(heard, headers);
    call.request(2);
    call.sendMessage(request);
    call.halfClose();
    Eventually.is("a retry", () -> hedge.metrics().counts().retries() > 0);
    call.cancel("enough", null);
    assertThat(heard.status().getCode()).isEqualTo(Code.CANCELLED);
    return List.of(
        new WeakReference<>(request), new WeakReference<>(heard), new WeakReference<>(headers));
  }
}
