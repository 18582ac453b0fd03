package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads submit all sorts of groups at once; every run is counted. */
@Timeout(300)
class EngineExecutorPropertyTest {
  private static final int REQUESTS_PER_THREAD = 40;

  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyTaskRunsOnceEveryRequestEndsOnceAndNoThreadWaitsForEver(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = policy(random);
    int cores = 1 + random.nextInt(3);
    var arrived = Collections.synchronizedList(new ArrayList<Long>());
    var ended = Collections.synchronizedList(new ArrayList<Long>());
    RequestListener listener =
        new RequestListener() {
          @Override
          public void arrived(long request, long atNanos, RequestOptions options) {
            arrived.add(request);
          }

          @Override
          public void ended(long request, Timeline timeline) {
            ended.add(request);
          }
        };
    Curtail curtail =
        Curtail.with(policy)
            .cores(cores)
            .threads(cores + random.nextInt(3))
            .listener(listener)
            .start();
    var callers = new ArrayList<Thread>();
    for (int c = 0; c < 4; c++) {
      long callerSeed = random.nextLong();
      Runnable body = () -> call(curtail.executor(), new Random(callerSeed));
      callers.add(
          random.nextBoolean() ? Thread.ofVirtual().start(body) : Thread.ofPlatform().start(body));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    curtail.close();
    assertThat(failures).as("seed %d, %s, %d cores", seed, policy, cores).isEmpty();
    assertThat(ended).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(arrived);
    assertThat(curtail.threadsBusy()).isZero();
  }

  private void call(EngineExecutor executor, Random random) {
    try {
      for (int i = 0; i < REQUESTS_PER_THREAD; i++) {
        long seed = random.nextLong();
        switch (random.nextInt(4)) {
          case 0 -> groups(executor, new Random(seed), 2);
          case 1 -> ordinary(executor, new Random(seed));
          case 2 ->
              assertThat(executor.request(() -> groups(executor, new Random(seed), 2))).isTrue();
          default -> {
            executor.request(() -> groups(executor, new Random(seed), 2));
            executor.request(() -> ordinary(executor, new Random(seed)));
          }
        }
      }
    } catch (Throwable e) {
      failures.add(e);
    }
  }

  /** As Lucene does it, sometimes within each other, sometimes failing. */
  private static boolean groups(EngineExecutor executor, Random random, int depth)
      throws Exception {
    for (int group = 0; group < 1 + random.nextInt(2); group++) {
      int size = 1 + random.nextInt(6);
      int failAt = random.nextInt(8);
      boolean nests = depth > 0 && random.nextInt(4) == 0;
      int spins = random.nextInt(5_000);
      var counts = new ArrayList<AtomicInteger>();
      var tasks = new ArrayList<Callable<Integer>>();
      for (int t = 0; t < size; t++) {
        int task = t;
        var count = new AtomicInteger();
        counts.add(count);
        long nestedSeed = random.nextLong();
        tasks.add(() -> {
          count.incrementAndGet();
          for (int spin = 0; spin < spins; spin++) {
            Thread.onSpinWait();
          }
          if (nests) {
            groups(executor, new Random(nestedSeed), depth - 1);
          }
          if (task == failAt) {
            throw new IllegalArgumentException("task " + task);
          }
          return task;
        });
      }
      try {
        List<Integer> results = CallerRuns.invokeAll(executor, tasks);
        assertThat(results).hasSize(size);
        assertThat(failAt).isGreaterThanOrEqualTo(size);
      } catch (ExecutionException e) {
        assertThat(failAt).isLessThan(size);
        assertThat(e).rootCause().hasMessageStartingWith("task ");
      }
      assertThat(counts).allMatch(count -> count.get() == 1);
    }
    return true;
  }

  /** Wrong use: the submitter waits for tasks that it does not run itself. */
  private static boolean ordinary(EngineExecutor executor, Random random) throws Exception {
    var counts = new ArrayList<AtomicInteger>();
    var futures = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      var count = new AtomicInteger();
      counts.add(count);
      futures.add(CompletableFuture.runAsync(count::incrementAndGet, executor));
    }
    for (CompletableFuture<Void> future : futures) {
      future.get(60, SECONDS);
    }
    assertThat(counts).allMatch(count -> count.get() == 1);
    return true;
  }

  private static Policy policy(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(1 + random.nextInt(4));
      case 2 -> new Adaptive(List.of(2.0, 1.1, 0.9));
      default ->
          new FewToMany(
              new IntervalTable(
                  2,
                  4,
                  3,
                  99,
                  0.01,
                  List.of(1, 2, 3),
                  List.of(new IntervalTable.Row(1, List.of(0.0, 0.02, 0.05), 1, 1, 1)),
                  3));
    };
  }
}
