package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.testkit.Cases;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls by the thousand, answered, failed, late and cancelled at random moments. */
@Timeout(300)
class ManyCallsTest {
  private static final int CALLS = Cases.count(2_500, 10_000);
  private static final int AT_ONE_TIME = 300;

  private static ScheduledExecutorService timer;

  @BeforeAll
  static void startTimer() {
    timer = Executors.newScheduledThreadPool(2);
  }

  @AfterAll
  static void stopTimer() {
    timer.shutdownNow();
  }

  /** The server's behaviour depends only on the call, the attempt and the seed. */
  private static void serve(ServedAttempt one, long seed) {
    var random = new SplittableRandom(seed ^ (31L * one.request().hashCode() + one.attempt()));
    random.nextLong();
    Runnable answer =
        switch (random.nextInt(20)) {
          case 0 -> () -> one.fail(Status.UNAVAILABLE);
          case 1 -> () -> one.fail(Status.INTERNAL);
          default -> one::echo;
        };
    if (random.nextInt(3) == 0) {
      timer.schedule(answer, random.nextInt(20_000), MICROSECONDS);
    } else {
      answer.run();
    }
  }

  @ParameterizedTest
  @CsvSource({"IN_PROCESS, 0, 1", "IN_PROCESS, 2, 2", "TCP, 0, 3", "TCP, 2, 4"})
  void eachCallIsAnsweredExactlyOnce(Transport transport, double delayMillis, long seed)
      throws Exception {
    var random = new SplittableRandom(seed);
    List<RecordingListener> all = new ArrayList<>();
    try (Hedge hedge = Hedges.spread(delayMillis, 2 * delayMillis);
        var server = TestServer.start(transport, one -> serve(one, seed))) {
      var interceptor = HedgingInterceptor.of(hedge);
      Channel channel = server.channel(interceptor);
      var free = new Semaphore(AT_ONE_TIME);
      for (int i = 0; i < CALLS; i++) {
        free.acquire();
        all.add(send(channel, "call " + i, random));
        all.getLast().closed().thenRun(free::release);
      }
      Map<Code, Integer> ends = new EnumMap<>(Code.class);
      for (int i = 0; i < CALLS; i++) {
        RecordingListener heard = all.get(i);
        Status status = heard.closed().get(1, MINUTES);
        ends.merge(status.getCode(), 1, Integer::sum);
        assertThat(heard.messages())
            .as("call %d, seed %d, %s", i, seed, status)
            .isIn(mayBeHeard("call " + i, status));
      }
      awaitQuiet(hedge, server);
      String label = "seed %d: %s".formatted(seed, ends);
      assertThat(all).as(label).allMatch(heard -> heard.ends() == 1 && !heard.isDisturbed());
      assertThat(ends.keySet())
          .as(label)
          .contains(Code.OK, Code.CANCELLED, Code.INTERNAL)
          .isSubsetOf(
              Code.OK, Code.CANCELLED, Code.INTERNAL, Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED);
      assertThat(ends.get(Code.OK)).as(label).isGreaterThan(CALLS / 2);
      HedgeMetrics.Counts counts = hedge.metrics().counts();
      HedgingCounts seen = interceptor.counts();
      assertThat(seen.hedgeable() + seen.ended()).as(label).isEqualTo(CALLS);
      assertThat(counts.calls()).as(label).isEqualTo(seen.hedgeable());
      assertThat(counts.hedges()).as(label).isPositive();
      assertThat(counts.won()).as(label).isPositive();
      noAttemptIsServedTwice(server, label);
    }
  }

  /** As without hedging, a call may be cancelled between its answer and its end. */
  private static List<List<String>> mayBeHeard(String answer, Status status) {
    return switch (status.getCode()) {
      case OK -> List.of(List.of(answer));
      case CANCELLED, DEADLINE_EXCEEDED -> List.of(List.of(), List.of(answer));
      default -> List.of(List.of());
    };
  }

  private static RecordingListener send(Channel channel, String name, SplittableRandom random) {
    var heard = new RecordingListener();
    boolean hasDeadline = random.nextInt(20) == 0;
    CallOptions options =
        hasDeadline
            ? CallOptions.DEFAULT.withDeadlineAfter(random.nextInt(1, 10), TimeUnit.MILLISECONDS)
            : CallOptions.DEFAULT;
    ClientCall<String, String> call = channel.newCall(Echo.SAY, options);
    if (random.nextInt(20) == 0) {
      timer.schedule(() -> call.cancel(name, null), random.nextInt(10_000), MICROSECONDS);
    }
    try {
      call.start(heard, new Metadata());
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("call was cancelled");
      heard.onClose(Status.CANCELLED, new Metadata()); // Its listener is never called.
      return heard;
    }
    try {
      call.request(2);
      call.sendMessage(name);
      call.halfClose();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("call was cancelled"); // The listener is called too.
    }
    return heard;
  }

  private static void awaitQuiet(Hedge hedge, TestServer server) {
    Eventually.is("all calls have ended", () -> hedge.metrics().gauges().underWay() == 0);
    for (ServedAttempt one : server.served()) {
      Eventually.is(one.request() + " is answered or cancelled", one::isOver);
    }
  }

  private static void noAttemptIsServedTwice(TestServer server, String label) {
    var seen = new HashSet<String>();
    for (ServedAttempt one : server.served()) {
      assertThat(one.attempt()).as(label).isBetween(0, 2);
      assertThat(seen.add(one.request() + ", attempt " + one.attempt())).as(label).isTrue();
    }
  }
}
