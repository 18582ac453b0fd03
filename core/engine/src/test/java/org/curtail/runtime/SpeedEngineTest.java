package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.curtail.Policy;
import org.curtail.policy.Boosted;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.OneThreadEach;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An engine with classes of speed on real threads, and what it refuses. */
@Timeout(300)
class SpeedEngineTest {
  private static final SpeedMachine MACHINE =
      SpeedMachine.ofCores(
          new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 2, 0));

  private static SharedWork<?, Integer> counting(int chunks, Runnable each) {
    return SharedWork.of(
        chunks,
        chunk -> {
          each.run();
          return 1;
        },
        Integer::sum);
  }

  @Test
  void eachThreadIsTiedToItsClassAndRequestsMoveBetweenThem() throws Exception {
    Map<Thread, Integer> classes = new ConcurrentHashMap<>();
    Map<Long, List<Integer>> placed = new ConcurrentHashMap<>();
    var moved = new AtomicInteger();
    try (Curtail curtail =
        Curtail.with(MACHINE, SlowToFast.of(200_000L))
            .binding(speedClass -> classes.put(Thread.currentThread(), speedClass))
            .listener(
                new RequestListener() {
                  @Override
                  public void placed(
                      long request, long atNanos, int thread, int speedClass, int fromClass) {
                    placed.computeIfAbsent(request, unused -> new ArrayList<>()).add(speedClass);
                  }
                })
            .start()) {
      var tickets = new ArrayList<Ticket<Integer>>();
      var wrong = new AtomicInteger();
      for (int i = 0; i < 200; i++) {
        tickets.add(
            curtail.submit(
                counting(
                    20,
                    () -> {
                      wrong.addAndGet(classes.containsKey(Thread.currentThread()) ? 0 : 1);
                      long untilNanos = System.nanoTime() + 20_000;
                      while (System.nanoTime() < untilNanos) {
                        Thread.onSpinWait();
                      }
                    })));
      }
      for (Ticket<Integer> ticket : tickets) {
        assertThat(ticket.get()).isEqualTo(20);
      }
      assertThat(wrong).hasValue(0);
      assertThat(classes.values()).containsExactlyInAnyOrder(0, 0, 1);
    }
    assertThat(placed).hasSize(200);
    placed
        .values()
        .forEach(of -> {
          assertThat(of).isSorted().doesNotHaveDuplicates();
          moved.addAndGet(of.size() - 1);
        });
    assertThat(moved).hasPositiveValue();
  }

  /** Service time of the threads of each class, in nanoseconds, from the events of a listener. */
  private static final class Stays implements RequestListener {
    private final Map<Integer, Long> fromNanos = new ConcurrentHashMap<>();
    private final Map<Integer, Long> nanosOfThread = new ConcurrentHashMap<>();
    private final AtomicInteger wrong = new AtomicInteger();

    @Override
    public void placed(long request, long atNanos, int thread, int speedClass, int fromClass) {
      wrong.addAndGet(speedClass == (thread < 2 ? 0 : 1) ? 0 : 1);
      fromNanos.put(thread, atNanos);
    }

    @Override
    public void left(long request, long atNanos, int thread) {
      Long from = fromNanos.remove(thread);
      wrong.addAndGet(from == null ? 1 : 0);
      nanosOfThread.merge(thread, atNanos - (from == null ? 0 : from), Long::sum);
    }
  }

  @Test
  void severalThreadsOfARequestEachServeOnTheCoresOfTheirClass() throws Exception {
    Map<Thread, Integer> classes = new ConcurrentHashMap<>();
    var stays = new Stays();
    try (Curtail curtail =
        Curtail.with(new FixedDegree(3), MACHINE, SlowToFast.of(200_000L))
            .binding(speedClass -> classes.put(Thread.currentThread(), speedClass))
            .listener(stays)
            .start()) {
      var serving = ConcurrentHashMap.<Thread>newKeySet();
      var wrong = new AtomicInteger();
      var tickets = new ArrayList<Ticket<Integer>>();
      for (int i = 0; i < 200; i++) {
        tickets.add(
            curtail.submit(
                counting(
                    40,
                    () -> {
                      serving.add(Thread.currentThread());
                      wrong.addAndGet(classes.containsKey(Thread.currentThread()) ? 0 : 1);
                    })));
      }
      for (Ticket<Integer> ticket : tickets) {
        assertThat(ticket.get()).isEqualTo(40);
        assertThat(ticket.timeline().peakDegree()).isBetween(1, 3);
      }
      assertThat(wrong).hasValue(0);
      assertThat(classes.keySet()).containsAll(serving);
    }
    assertThat(stays.wrong).hasValue(0);
    assertThat(stays.nanosOfThread.keySet()).isSubsetOf(0, 1, 2);
  }

  @Test
  void policiesOfThreadsThatShareCoresAreRefusedOnClassesOfSpeed() {
    assertThatThrownBy(
            () -> Curtail.with(new Boosted(new FixedDegree(2)), MACHINE, SpeedPolicy.allSlow()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("boosts some");
    assertThatThrownBy(() ->
            Curtail.with(DrawnPolicies.inTurns(new FixedDegree(2)), MACHINE, SpeedPolicy.allSlow()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("take turns");
    try (Curtail curtail =
        Curtail.with(new FixedDegree(2), MACHINE, SpeedPolicy.allSlow()).start()) {
      Policy served = curtail.policy();
      assertThatThrownBy(() -> curtail.policy(new Boosted(new FixedDegree(2))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("boosts some");
      assertThat(curtail.policy()).isSameAs(served);
      var next = new FixedDegree(3);
      curtail.policy(next);
      assertThat(curtail.policy()).isSameAs(next);
    }
  }

  @Test
  void aCallerWaitsForThreadsOfThePool() throws Exception {
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    try (Curtail curtail = Curtail.with(MACHINE, SpeedPolicy.allSlow()).start()) {
      int ran = curtail.run(counting(5, () -> threads.add(Thread.currentThread())));
      assertThat(ran).isEqualTo(5);
      assertThat(threads).doesNotContain(Thread.currentThread());
      assertThatThrownBy(() ->
              curtail.run(
                  counting(
                      1,
                      () -> {
                        throw new IllegalStateException("broken");
                      })))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("broken");
    }
  }

  @Test
  void aCallerThatIsInterruptedTakesItsRequestBack() throws Exception {
    var began = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(MACHINE, SpeedPolicy.allSlow()).start()) {
      var interrupted = new AtomicInteger();
      var caller =
          new Thread(() -> {
            try {
              curtail.run(
                  counting(
                      1_000_000,
                      () -> {
                        began.countDown();
                        try {
                          TimeUnit.MILLISECONDS.sleep(1);
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        }
                      }));
            } catch (InterruptedException e) {
              interrupted.incrementAndGet();
            } catch (ExecutionException e) {
              throw new IllegalStateException(e);
            }
          });
      caller.start();
      began.await();
      caller.interrupt();
      caller.join();
      assertThat(interrupted).hasValue(1);
    }
  }

  @Test
  @ExtendWith(SilentLog.class)
  void aPolicyThatFailsLeavesARequestAnyCore() throws Exception {
    SpeedPolicy broken =
        new SpeedPolicy() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
            return SpeedPolicy.Wish.of(7);
          }

          @Override
          public SpeedPolicy.WhenFull whenFull() {
            return SpeedPolicy.WhenFull.WAITS;
          }
        };
    try (Curtail curtail = Curtail.with(MACHINE, broken).start()) {
      var tickets = new ArrayList<Ticket<Integer>>();
      for (int i = 0; i < 20; i++) {
        tickets.add(curtail.submit(counting(3, () -> {})));
      }
      for (Ticket<Integer> ticket : tickets) {
        assertThat(ticket.get()).isEqualTo(3);
      }
    }
  }

  @Test
  @ExtendWith(SilentLog.class)
  void threadsThatCannotBeTiedServeAllTheSame() throws Exception {
    IntConsumer broken =
        speedClass -> {
          throw new IllegalStateException("no such cores");
        };
    try (Curtail curtail = Curtail.with(MACHINE, SpeedPolicy.allSlow()).binding(broken).start()) {
      assertThat(curtail.<Integer>run(counting(3, () -> {}))).isEqualTo(3);
    }
  }

  @Test
  void settingsThatDoNotFitClassesOfSpeedAreRefusedInClearWords() {
    assertThatThrownBy(() ->
            Curtail.with(
                SpeedMachine.ofClocks(new SpeedClass("low", 2, 0.5, 1, 0)), SpeedPolicy.allSlow()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "an engine moves requests between different cores; this machine has clocks to set: [low]");
    assertThatThrownBy(() -> Curtail.with(MACHINE, SpeedPolicy.allSlow()).threads(4).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the classes of speed have 3 cores with a thread each; the setup says 3 cores and 4 threads");
    assertThatThrownBy(
            () -> Curtail.with(OneThreadEach.firstComeFirstServed()).binding(speedClass -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no classes of speed");
    try (Curtail curtail = Curtail.with(MACHINE, SpeedPolicy.allSlow()).start()) {
      assertThatThrownBy(() -> curtail.policy(OneThreadEach.firstComeFirstServed()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("one thread for each request");
      assertThatThrownBy(curtail::executor)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("an engine with classes of speed has no executor");
    }
    try (Curtail curtail = Curtail.with(OneThreadEach.firstComeFirstServed()).start()) {
      assertThatThrownBy(() -> curtail.speedPolicy(SpeedPolicy.allSlow()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("this engine has no classes of speed");
    }
  }
}
