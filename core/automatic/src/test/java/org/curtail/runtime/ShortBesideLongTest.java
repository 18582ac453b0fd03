package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.curtail.Policy;
import org.curtail.policies.Policies;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A short request ends while any number of long ones run, as in a service with a thread for each
 * request. Otherwise each test would hang, since the long ones end only after it.
 */
@Timeout(60)
class ShortBesideLongTest {
  private static final int CORES = 2;

  /** More than the default number of threads of any engine. */
  private static final int LONG_ONES = 9;

  /** Minutes of work. When it is over, an engine still hands out each chunk. */
  private static final int CHUNKS = 200_000;

  static List<Supplier<Setup>> engines() {
    return List.of(
        () -> on(new Sequential()),
        () -> on(new FixedDegree(2)),
        () -> on(new FixedDegree(3)),
        () -> on(Policies.named("processor-sharing", Policies.Ingredients.NONE)),
        () -> Curtail.automatic().cores(CORES),
        () -> Curtail.automatic().cores(CORES).atMostThreads(2));
  }

  private static Setup on(Policy policy) {
    return Curtail.with(policy).cores(CORES);
  }

  /** Request that runs until it is stopped, a millisecond per chunk. */
  private static final class LongOnes {
    private volatile boolean isOver;

    SharedWork<?, Long> work() {
      return SharedWork.of(
          CHUNKS,
          chunk -> {
            long untilNanos = System.nanoTime() + 1_000_000;
            while (!isOver && System.nanoTime() < untilNanos) {
              Thread.onSpinWait();
            }
            return 1L;
          },
          Long::sum);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aShortRequestEndsWhileLongOnesRun(Supplier<Setup> engine) throws Exception {
    try (Curtail curtail = engine.get().start()) {
      var running = new LongOnes();
      var tickets = new ArrayList<Ticket<Long>>();
      for (int i = 0; i < LONG_ONES; i++) {
        tickets.add(curtail.submit(running.work()));
      }
      assertThat(curtail.submit(SharedWork.of(20, chunk -> 1L, Long::sum)).get()).isEqualTo(20);
      assertThat(curtail.run(SharedWork.of(20, chunk -> 1L, Long::sum))).isEqualTo(20);
      assertThat(tickets).noneMatch(Ticket::isDone);
      running.isOver = true;
      for (Ticket<Long> ticket : tickets) {
        assertThat(ticket.get()).isEqualTo(CHUNKS);
      }
    }
  }

  /** All meet in their only chunk, so each needs a thread while all the others run. */
  @Test
  void wholePiecesAreNotBoundToTheCores() throws Exception {
    try (Curtail curtail = on(new Sequential()).start()) {
      var together = new CyclicBarrier(LONG_ONES);
      var tickets = new ArrayList<Ticket<Integer>>();
      for (int i = 0; i < LONG_ONES; i++) {
        tickets.add(
            curtail.submit(
                SharedWork.of(
                    1,
                    chunk -> {
                      await(together);
                      return 1;
                    },
                    Integer::sum)));
      }
      for (Ticket<Integer> ticket : tickets) {
        assertThat(ticket.get()).isEqualTo(1);
      }
    }
  }

  /** All meet within their task, so none may wait until another one has ended. */
  @ParameterizedTest
  @MethodSource("engines")
  void requestsOfTheExecutorAreNotBoundToTheCores(Supplier<Setup> engine) throws Exception {
    var together = new CyclicBarrier(LONG_ONES);
    try (Curtail curtail = engine.get().start();
        ExecutorService callers = Executors.newCachedThreadPool()) {
      var ended = new ArrayList<Future<Integer>>();
      for (int i = 0; i < LONG_ONES; i++) {
        ended.add(callers.submit(() -> curtail.executor().request(() -> await(together))));
      }
      for (Future<Integer> one : ended) {
        assertThat(one.get()).isBetween(0, LONG_ONES - 1);
      }
    }
  }

  private static int await(CyclicBarrier together) {
    try {
      return together.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
