package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Storms of requests from many threads. Requests are cancelled, interrupted, late or inside each
 * other. Policies change, and the engine ends. Each request ends exactly once.
 */
@Timeout(300)
class StormStress {
  private static final List<PriorityClass> CLASSES = List.of(PriorityClass.values());

  private static RecordedWork work(Random random, int mostSpins) {
    int spins = random.nextInt(mostSpins);
    return new RecordedWork(
        random.nextInt(30),
        chunk -> {
          for (int spin = 0; spin < spins; spin++) {
            Thread.onSpinWait();
          }
        });
  }

  private static RequestOptions options(Random random) {
    RequestOptions options = RequestOptions.NONE.of(CLASSES.get(random.nextInt(3)));
    return random.nextInt(3) == 0
        ? options.within(Duration.ofNanos(1 + random.nextInt(2_000_000)))
        : options;
  }

  private static List<Policy> stormy() {
    return List.of(
        TailIndex.queueing(PaperTables.figure5Profile()).malleable(),
        TailIndex.patient(PaperTables.figure5Profile()).malleable(),
        new HashedPolicy(
            1, 3, 5, 3, true, true, true, true, Preemption.turns(Duration.ofNanos(200_000))),
        new HashedPolicy(
            2,
            2,
            6,
            5,
            true,
            false,
            false,
            true,
            Preemption.byPriority(Duration.ofNanos(100_000), Duration.ofMillis(20))),
        new Boosted(new FixedDegree(2)),
        new Boosted(new FewToMany(PaperTables.figure5Table())));
  }

  @ParameterizedTest
  @MethodSource("stormy")
  void cancellationsAndDeadlinesStormUponAnyPolicy(Policy policy) throws Exception {
    var storm = new Storm(Curtail.with(policy).cores(3).queueLimit(40));
    storm.by(
        6,
        150,
        false,
        random -> {
          try {
            Ticket<Integer> ticket = storm.submit(work(random, 3000), options(random));
            if (random.nextInt(3) == 0) {
              ticket.cancel();
            } else if (random.nextInt(3) == 0) {
              ticket.get();
            }
          } catch (OverloadedException | CancellationException | ExecutionException e) {
            // How requests may end here.
          }
        });
    storm.settle();
  }

  @Test
  void policiesTakeEachOthersPlacesInAStorm() throws Exception {
    List<Policy> policies = stormy();
    var storm = new Storm(Curtail.with(new Sequential()).cores(3).threads(20).queueLimit(40));
    storm.by(
        6,
        150,
        false,
        random -> {
          if (random.nextInt(4) == 0) {
            storm.curtail.policy(policies.get(random.nextInt(policies.size())));
          }
          try {
            RecordedWork work = work(random, 3000);
            Ticket<Integer> ticket = storm.submit(work, options(random));
            if (random.nextInt(4) == 0) {
              ticket.cancel();
            } else if (random.nextInt(3) == 0) {
              assertThat(ticket.get()).isEqualTo(work.chunks());
            }
          } catch (OverloadedException | CancellationException | ExecutionException e) {
            // How requests may end here.
          }
        });
    storm.settle();
    assertThat(storm.curtail.metrics().counts().policyChanges()).isGreaterThan(50);
    assertThat(storm.curtail.metrics().gauges().policyFailed()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("stormy")
  void virtualThreadsServeTheirOwnRequestsAndAreInterrupted(Policy policy) throws Exception {
    var storm = new Storm(Curtail.with(policy).cores(3).whenFull(Overload.RUN_SEQUENTIALLY));
    storm.by(
        100,
        10,
        true,
        random -> {
          RecordedWork work = work(random, 1000);
          Thread self = Thread.currentThread();
          Thread disturber =
              random.nextInt(4) == 0 ? Thread.ofVirtual().start(self::interrupt) : null;
          try {
            assertThat(storm.curtail.run(work, options(random))).isLessThanOrEqualTo(work.chunks());
          } catch (CancellationException | InterruptedException e) {
            assertThat(disturber).isNotNull();
          } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(DeadlineExceededException.class);
          }
          if (disturber != null) {
            awaitUninterrupted(disturber);
          }
        });
    storm.settle();
  }

  /** The interruption may come late, and is meant for the request only. */
  private static void awaitUninterrupted(Thread disturber) {
    while (disturber.isAlive()) {
      Thread.interrupted();
      LockSupport.parkNanos(50_000);
    }
    Thread.interrupted();
  }

  @Test
  void manyVirtualThreadsWaitForRoomAndEachGetsIt() throws Exception {
    var storm =
        new Storm(Curtail.with(new FixedDegree(2)).cores(2).queueLimit(2).whenFull(Overload.WAIT));
    storm.by(300, 5, true, random -> storm.submit(work(random, 500), RequestOptions.NONE));
    storm.settle();
    assertThat(storm.refused.sum()).isZero();
    assertThat(storm.ended.sum()).isEqualTo(1500);
  }

  @Test
  void requestsInsideRequestsNeverWaitForEachOther() throws Exception {
    var storm =
        new Storm(Curtail.with(new FixedDegree(2)).cores(2).queueLimit(1).whenFull(Overload.WAIT));
    storm.by(
        8,
        50,
        false,
        random -> {
          var inner = new RecordedWork(3, chunk -> {});
          var outer =
              new RecordedWork(
                  2,
                  chunk -> {
                    if (chunk == 0) {
                      assertThat(storm.curtail.run(inner)).isEqualTo(3);
                    } else {
                      storm.submit(new RecordedWork(2, ignored -> {}), RequestOptions.NONE);
                    }
                  });
          if (random.nextBoolean()) {
            assertThat(storm.curtail.run(outer)).isEqualTo(2);
          } else {
            storm.submit(outer, RequestOptions.NONE);
          }
        });
    storm.settle();
  }

  @Test
  void closingInTheMiddleOfAStormEndsEverything() throws Exception {
    for (int round = 0; round < 20; round++) {
      var storm =
          new Storm(
              Curtail.with(new Boosted(new FixedDegree(2)))
                  .cores(3)
                  .queueLimit(3)
                  .whenFull(Overload.WAIT));
      int millis = round;
      Thread closer =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  Thread.sleep(millis);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                storm.curtail.close(Duration.ofMillis(millis));
              });
      storm.by(
          8,
          40,
          true,
          random -> {
            try {
              if (random.nextBoolean()) {
                storm.submit(work(random, 3000), options(random));
              } else {
                storm.curtail.run(work(random, 3000), options(random));
              }
            } catch (RejectedExecutionException | CancellationException | ExecutionException e) {
              // How requests may end here.
            }
          });
      closer.join();
      storm.settle();
    }
  }
}
