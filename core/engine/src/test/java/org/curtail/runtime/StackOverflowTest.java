package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.util.Throwables;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.TailIndex;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls from near the end of a caller's stack: each is served as any other, or throws before
 * anything has happened. Every distance from the end is tried, frame by frame.
 */
@Timeout(300)
class StackOverflowTest {
  /** The last frames of the stack, from each of which the engine is called. */
  private static final int FRAMES = 1_200;

  private static final int ROUNDS = 4;
  private static final long STACK_BYTES = 512 * 1024;
  private static final int CHUNKS = 4;

  /** The action on each of the last frames. */
  private interface Call {
    void make() throws Exception;
  }

  private static final class Account implements RequestListener {
    private final AtomicInteger open = new AtomicInteger();

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      open.incrementAndGet();
    }

    @Override
    public void refused(long request, long atNanos) {
      open.decrementAndGet();
    }

    @Override
    public void ended(long request, Timeline timeline) {
      open.decrementAndGet();
    }
  }

  private final Queue<Ticket<Integer>> tickets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger overflows = new AtomicInteger();
  private final AtomicInteger successes = new AtomicInteger();
  private final Account account = new Account();

  private static RecordedWork work() {
    return new RecordedWork(CHUNKS, chunk -> {});
  }

  /** Goes down to the end of the stack, and makes the call on each frame on the way up. */
  @SuppressWarnings("InfiniteRecursion") // What is meant.
  private int descend(int depth, int[] deepest, Call call) {
    try {
      deepest[0] = depth;
      descend(depth + 1, deepest, call);
    } catch (StackOverflowError end) {
      // The end: from here on up.
    }
    if (deepest[0] - depth < FRAMES) {
      try {
        call.make();
        successes.incrementAndGet();
      } catch (StackOverflowError e) {
        overflows.incrementAndGet();
      } catch (Exception e) {
        if (!(e instanceof RejectedExecutionException)
            && !(e instanceof ExecutionException && e.getCause() instanceof StackOverflowError)) {
          throw new IllegalStateException(e);
        }
      }
    }
    return depth;
  }

  private void onSmallStacks(Call call) throws InterruptedException {
    var wrongs = new ConcurrentLinkedQueue<Throwable>();
    for (int round = 0; round < ROUNDS; round++) {
      var thread =
          new Thread(null, () -> descend(0, new int[1], call), "deep-" + round, STACK_BYTES);
      thread.setUncaughtExceptionHandler((t, e) -> wrongs.add(e));
      thread.start();
      thread.join();
    }
    assertThat(wrongs).isEmpty();
    assertThat(overflows).as("calls that found no room").hasPositiveValue();
    assertThat(successes).as("calls that found room").hasPositiveValue();
  }

  private static List<Policy> policies() {
    return List.of(
        new FixedDegree(2),
        new Boosted(new FewToMany(PaperTables.figure5Table())),
        TailIndex.queueing(PaperTables.figure5Profile()),
        TailIndex.queueing(PaperTables.figure5Profile()).malleable());
  }

  private Curtail engine(Policy policy) {
    return Curtail.with(policy).cores(2).listener(account).start();
  }

  /** Every ticket is done, nothing runs, and the engine still serves. */
  private void isWhole(Curtail curtail) throws Exception {
    for (Ticket<Integer> ticket : tickets) {
      assertThat(ticket.get(20, SECONDS)).isEqualTo(CHUNKS);
    }
    tickets.clear();
    for (int i = 0; i < 10; i++) {
      assertThat(curtail.submit(work()).get(20, SECONDS)).isEqualTo(CHUNKS);
      assertThat(curtail.run(work())).isEqualTo(CHUNKS);
    }
    curtail.close();
    assertThat(account.open).as("requests that arrived and never ended").hasValue(0);
    assertThat(curtail.threadsBusy()).isZero();
    assertThat(curtail.metrics().gauges().running()).isZero();
    assertThat(curtail.metrics().gauges().waiting()).isZero();
  }

  @Test
  void submittingNearTheEndOfTheStackLeavesTheEngineWhole() throws Exception {
    for (Policy policy : policies()) {
      Curtail curtail = engine(policy);
      onSmallStacks(() -> tickets.add(curtail.submit(work())));
      isWhole(curtail);
    }
  }

  @Test
  void runningNearTheEndOfTheStackLeavesTheEngineWhole() throws Exception {
    for (Policy policy : policies()) {
      Curtail curtail = engine(policy);
      onSmallStacks(() -> assertThat(curtail.run(work())).isEqualTo(CHUNKS));
      isWhole(curtail);
    }
  }

  @Test
  void onClassesOfSpeedTooNothingIsHalfDoneNearTheEndOfTheStack() throws Exception {
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 4, 0));
    Curtail curtail = Curtail.with(machine, SlowToFast.of(0L)).listener(account).start();
    onSmallStacks(() -> tickets.add(curtail.submit(work())));
    onSmallStacks(() -> assertThat(curtail.run(work())).isEqualTo(CHUNKS));
    onSmallStacks(() -> curtail.speedPolicy(SpeedPolicy.always("all-slow", 0)));
    isWhole(curtail);
  }

  @Test
  void aRequestOfTheExecutorNearTheEndOfTheStackLeavesTheEngineWhole() throws Exception {
    Curtail curtail = engine(new FixedDegree(2));
    var runs = new AtomicInteger();
    onSmallStacks(() ->
        curtail
            .executor()
            .request(() -> {
              curtail.executor().execute(runs::incrementAndGet);
              return 1;
            }));
    isWhole(curtail);
  }

  @Test
  void theExecutorAloneNearTheEndOfTheStackLeavesTheEngineWhole() throws Exception {
    Curtail curtail = engine(new FixedDegree(2));
    var runs = new AtomicInteger();
    var accepted = new AtomicInteger();
    onSmallStacks(() -> {
      Runnable one = runs::incrementAndGet;
      curtail.executor().execute(one);
      accepted.incrementAndGet();
    });
    curtail.close();
    assertThat(runs.get()).isGreaterThanOrEqualTo(accepted.get());
    assertThat(account.open).as("requests that arrived and never ended").hasValue(0);
    assertThat(curtail.threadsBusy()).isZero();
  }

  @Test
  void cancellingAndWaitingNearTheEndOfTheStackLeavesTheEngineWhole() throws Exception {
    Curtail curtail = engine(new FixedDegree(2));
    var all = new ArrayList<Ticket<Integer>>();
    onSmallStacks(() -> {
      Ticket<Integer> ticket = curtail.submit(work());
      all.add(ticket);
      ticket.cancel();
      ticket.isDone();
    });
    for (Ticket<Integer> ticket : all) {
      Eventually.is("the ticket is done", ticket::isDone);
    }
    isWhole(curtail);
  }

  @Test
  void nestedRequestsDownToTheEndOfTheStackAllEnd() throws Exception {
    Curtail curtail = engine(new FixedDegree(2));
    var causes = new ConcurrentLinkedQueue<Throwable>();
    for (int round = 0; round < ROUNDS; round++) {
      // Each level keeps an exception with its trace until the first has ended.
      var thread =
          new Thread(
              null,
              () -> {
                try {
                  curtail.run(new Nested(curtail));
                } catch (ExecutionException e) {
                  // Alone: the traces of all levels of all rounds would fill the heap.
                  causes.add(Throwables.getRootCause(e));
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              "nested-" + round,
              STACK_BYTES);
      thread.start();
      thread.join();
    }
    assertThat(causes)
        .hasSize(ROUNDS)
        .allSatisfy(e -> assertThat(e).isInstanceOf(StackOverflowError.class));
    isWhole(curtail);
  }

  /** A request whose chunk runs such a request, and so on. */
  private record Nested(Curtail curtail) implements SharedWork<Integer, Integer> {
    @Override
    public int chunks() {
      return 1;
    }

    @Override
    public Integer join() {
      return 0;
    }

    @Override
    public void run(Integer worker, int chunk, Checkpoint checkpoint) throws Exception {
      curtail.run(this);
    }

    @Override
    public Integer complete(List<Integer> workers) {
      return 0;
    }
  }

  @Test
  void aPolicyAndAListenerShortOfStackForOnceGoOnBeingAsked() throws Exception {
    var told = new AtomicInteger();
    Curtail curtail =
        Curtail.with(new FixedDegree(2))
            .cores(2)
            .listener(
                new RequestListener() {
                  @Override
                  public void ended(long request, Timeline timeline) {
                    if (told.incrementAndGet() == 3) {
                      throw new StackOverflowError();
                    }
                  }
                })
            .start();
    for (int i = 0; i < 10; i++) {
      curtail.submit(work()).get(20, SECONDS);
    }
    curtail.close();
    assertThat(told).hasValue(10);
    assertThat(curtail.metrics().gauges().listenersFailed()).isZero();
  }
}
