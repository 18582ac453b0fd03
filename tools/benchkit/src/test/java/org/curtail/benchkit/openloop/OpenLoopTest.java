package org.curtail.benchkit.openloop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class OpenLoopTest {
  /** A server with one thread and a fixed time for each request, in FIFO order. */
  private static final class SlowServer implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final long serviceNanos;
    final List<Integer> queries = new CopyOnWriteArrayList<>();

    SlowServer(long serviceNanos) {
      this.serviceNanos = serviceNanos;
    }

    Future<Long> submit(int query, Runnable poll) {
      queries.add(query);
      return thread.submit(() -> {
        long fromNanos = System.nanoTime();
        while (System.nanoTime() - fromNanos < serviceNanos) {
          LockSupport.parkNanos(50_000);
          poll.run();
        }
        return System.nanoTime();
      });
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }

  private static OpenLoop<Future<Long>> loop(
      SlowServer server, Arrivals arrivals, double perSecond) {
    return new OpenLoop<>(
        (request, poll) -> server.submit(arrivals.query(request), poll),
        arrivals.count(),
        request -> arrivals.dueNanos(request, perSecond));
  }

  @Test
  void everyRequestIsHandedOverOnceAndNeverEarly() {
    Arrivals arrivals = Arrivals.poisson(200, 50, new Random(5));
    try (var server = new SlowServer(0)) {
      OpenLoop<Future<Long>> loop = loop(server, arrivals, 2000);
      loop.run();
      int[] queries = IntStream.range(0, 200).map(arrivals::query).toArray();
      assertThat(server.queries)
          .containsExactlyInAnyOrder(Arrays.stream(queries).boxed().toArray(Integer[]::new));
      for (int i = 0; i < 200; i++) {
        assertThat(loop.latenessNanos(i)).isGreaterThanOrEqualTo(0);
      }
    }
  }

  @Test
  void itEndsWhoeverHandsTheLastRequestOver() {
    // The busy server polls too, so either thread may hand over the last request; many short loops
    // cover both cases.
    for (long seed = 0; seed < 300; seed++) {
      try (var server = new SlowServer(100_000)) {
        loop(server, Arrivals.poisson(20, 5, new Random(seed)), 10_000).run();
        assertThat(server.queries).as("seed %d", seed).hasSize(20);
      }
    }
  }

  @Test
  void aThreadThatIsHeldUpInTheMiddleOfHandingOverHoldsUpNoOtherRequest() {
    // The thread that hands over the first request continues only after the hand-over of all
    // others.
    var others = new CountDownLatch(9);
    var loop =
        new OpenLoop<Integer>(
            (request, poll) -> {
              if (request > 0) {
                others.countDown();
                return request;
              }
              Thread busy =
                  Thread.ofPlatform()
                      .start(() -> {
                        while (others.getCount() > 0) {
                          poll.run();
                        }
                      });
              try {
                others.await();
                busy.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return 0;
            },
            10,
            request -> request * 1000L);
    loop.run();
    assertThat(loop.handedOver()).isEqualTo(10);
    assertThat(loop.answer(0)).isZero();
    assertThat(loop.answer(9)).isEqualTo(9);
  }

  @Test
  void aServerThatCannotKeepUpIsChargedFromTheIntendedStart() throws Exception {
    // 100 requests at 1000/s on a server with 200/s: arrivals end after about 100 ms, and the last
    // answer arrives after 500 ms. A closed loop would measure 5 ms for each request.
    Arrivals arrivals = Arrivals.poisson(100, 10, new Random(2));
    try (var server = new SlowServer(5_000_000)) {
      OpenLoop<Future<Long>> loop = loop(server, arrivals, 1000);
      loop.run();
      long lastMs = 0;
      for (int i = 0; i < 100; i++) {
        lastMs = (loop.answer(i).get() - loop.dueNanos(i)) / 1_000_000;
      }
      long arrivalsMs = arrivals.dueNanos(99, 1000) / 1_000_000;
      assertThat(lastMs).isGreaterThanOrEqualTo(500 - arrivalsMs - 1);
    }
  }
}
