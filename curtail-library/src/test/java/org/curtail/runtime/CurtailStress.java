package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many requests of random shapes from many threads; what must hold is checked from outside. */
@Timeout(120)
class CurtailStress {
  private static final List<PriorityClass> CLASSES = List.of(PriorityClass.values());
  private static final int ROUNDS_OF_REQUESTS = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyRequestEndsOnceAndEveryChunkRunsOnce(long seed) throws Exception {
    var random = new Random(seed);
    int cores = 1 + random.nextInt(4);
    Policy policy = policy(random);
    var serving = new AtomicInteger();
    var mostServing = new AtomicInteger();
    String label = "seed " + seed + ", " + policy + ", cores " + cores;
    Curtail curtail = Curtail.with(policy).cores(cores).start();
    var works = new ArrayList<RecordedWork>();
    var tickets = new ArrayList<Ticket<Integer>>();
    var callers = new ArrayList<Thread>();
    var callerFailures = new AtomicInteger();
    for (int i = 0; i < ROUNDS_OF_REQUESTS; i++) {
      int chunks = random.nextInt(40);
      int failAt = random.nextInt(10) == 0 ? random.nextInt(40) : Integer.MAX_VALUE;
      int spins = random.nextInt(2000);
      var work =
          new RecordedWork(
              chunks,
              chunk -> {
                mostServing.accumulateAndGet(serving.incrementAndGet(), Math::max);
                try {
                  for (int spin = 0; spin < spins; spin++) {
                    Thread.onSpinWait();
                  }
                  if (chunk == failAt) {
                    throw new IllegalArgumentException("chunk " + chunk);
                  }
                } finally {
                  serving.decrementAndGet();
                }
              });
      if (random.nextInt(3) == 0) {
        Thread caller =
            new Thread(() -> {
              try {
                int result = curtail.run(work);
                if (result != chunks) {
                  callerFailures.incrementAndGet();
                }
              } catch (ExecutionException e) {
                if (failAt >= chunks) {
                  callerFailures.incrementAndGet();
                }
              } catch (InterruptedException e) {
                callerFailures.incrementAndGet();
              }
            });
        callers.add(caller);
        caller.start();
        tickets.add(null);
      } else {
        tickets.add(curtail.submit(work));
      }
      works.add(work);
      if (random.nextInt(20) == 0) {
        Thread.sleep(1);
      }
    }
    for (Thread caller : callers) {
      caller.join();
    }
    for (int i = 0; i < works.size(); i++) {
      RecordedWork work = works.get(i);
      if (tickets.get(i) != null) {
        try {
          assertThat(tickets.get(i).get()).as(label).isEqualTo(work.chunks());
        } catch (ExecutionException e) {
          assertThat(e).as(label).hasRootCauseInstanceOf(IllegalArgumentException.class);
          continue;
        }
        assertThat(work.completed).as(label).hasValue(1);
      }
      for (int chunk = 0; chunk < work.chunks(); chunk++) {
        assertThat(work.runs.get(chunk)).as(label).isLessThanOrEqualTo(1);
      }
      assertThat(work.mostAtOnce.get()).as(label).isLessThanOrEqualTo(policy.maxDegree());
    }
    curtail.close();
    assertThat(callerFailures).as(label).hasValue(0);
    assertThat(mostServing.get()).as(label).isLessThanOrEqualTo(policy.threads(cores));
    assertThat(curtail.threadsBusy()).as(label).isZero();
  }

  private static Policy policy(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(1 + random.nextInt(4));
      case 2 -> new Adaptive(List.of(3.0, 2.0, 1.5));
      default -> {
        var rows = new ArrayList<IntervalTable.Row>();
        for (int load = 1; load <= 4; load++) {
          double admissionMs = random.nextInt(2) * 0.1;
          double secondMs = admissionMs + random.nextInt(3) * 0.05;
          rows.add(
              new IntervalTable.Row(
                  load, List.of(admissionMs, secondMs, secondMs + 0.05), 1, 1, load));
        }
        yield new FewToMany(
            new IntervalTable(2, 5, 3, 99, 0.05, List.of(1, 2, 3), rows, 1 + random.nextInt(5)));
      }
    };
  }

  // ---- Storms: what random requests meet in the wild.

  /** An engine, requests from many threads at once, and the count of how they ended. */
  private static final class Storm {
    private final Curtail curtail;
    private final LongAdder arrived = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final Queue<Throwable> wrongs = new ConcurrentLinkedQueue<>();
    private final Queue<Ticket<Integer>> tickets = new ConcurrentLinkedQueue<>();

    Storm(Setup setup) {
      curtail =
          setup
              .listener(
                  new RequestListener() {
                    @Override
                    public void arrived(long request, long atNanos, RequestOptions options) {
                      arrived.increment();
                    }

                    @Override
                    public void refused(long request, long atNanos) {
                      refused.increment();
                    }

                    @Override
                    public void ended(long request, Timeline timeline) {
                      ended.increment();
                    }
                  })
              .start();
    }

    /** What one of the submitters does, over and over. */
    interface Act {
      void by(Random random) throws Exception;
    }

    /** Runs it on so many threads at the same time, virtual or not. */
    void by(int threads, int timesEach, boolean virtual, Act act) throws InterruptedException {
      var all = new ArrayList<Thread>();
      for (int i = 0; i < threads; i++) {
        int seed = i;
        Runnable body =
            () -> {
              var random = new Random(seed);
              try {
                for (int time = 0; time < timesEach; time++) {
                  act.by(random);
                }
              } catch (Throwable e) {
                wrongs.add(e);
              }
            };
        all.add(virtual ? Thread.ofVirtual().start(body) : Thread.ofPlatform().start(body));
      }
      for (Thread thread : all) {
        thread.join();
      }
    }

    Ticket<Integer> submit(RecordedWork work, RequestOptions options) {
      Ticket<Integer> ticket = curtail.submit(work, options);
      tickets.add(ticket);
      return ticket;
    }

    /** Closes the engine; whatever was submitted has ended then, once. */
    void settle() {
      curtail.close();
      assertThat(wrongs).isEmpty();
      assertThat(tickets).allMatch(Ticket::isDone);
      assertThat(ended.sum() + refused.sum()).isEqualTo(arrived.sum());
      assertThat(curtail.threadsBusy()).isZero();
    }
  }

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
