package org.curtail.examples;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeListener;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;

/**
 * Hedging that finds its own delay. You give it a goal. It learns the delay and the probability of
 * copies from the calls, and keeps learning. It works for any call with a {@code
 * CompletableFuture}.
 */
public class Example12AdaptiveHedging {
  private static final ScheduledExecutorService service =
      Executors.newSingleThreadScheduledExecutor();
  private static final SplittableRandom random = new SplittableRandom(1);

  public static void main(String[] args) throws Exception {
    var goal = new ReissueGoal(99, 0.02);
    System.out.println("goal: the least 99th percentile that 2 more calls in 100 can bring");
    // All hedges of calls to one service should share one budget.
    HedgeBudget budget = HedgeBudget.of(0.02);
    try (Hedge hedge =
        Hedge.adaptive(goal)
            .named("catalog")
            .idempotent() // needed, else it does not start
            .budget(budget)
            .leastDelay(Duration.ofMillis(2)) // no copy before 2 ms
            .leastSamples(500) // no copy before 500 answers
            .listener(new PlanPrinter())
            .start()) {
      long calls = 0;
      while (hedge.policy().equals(ReissuePolicy.NONE) && calls < 100_000) {
        calls += load(hedge, 500);
      }
      load(hedge, 5_000);
      System.out.println();
      System.out.print(hedge.explain());
      System.out.println();
      System.out.print(hedge.metrics().text());
    }
    service.shutdownNow();
  }

  /** Gets the events of calls, and prints the learned policies. */
  private static final class PlanPrinter implements HedgeListener {
    @Override
    public void replanned(ReissuePolicy policy, String why) {
      System.out.println("learned: " + why);
    }

    @Override
    public void suppressed(long call, int attempt, HedgeListener.SuppressedBy by) {
      // The budget is empty, or all replicas are slow: the call continues without a copy.
    }
  }

  /** Sends calls, at most 50 at a time. */
  private static long load(Hedge hedge, int calls) throws InterruptedException {
    var free = new Semaphore(50);
    for (int i = 0; i < calls; i++) {
      free.acquire();
      CompletableFuture<String> answer = hedge.call(attempt -> ask(attempt), Duration.ofSeconds(5));
      answer.whenComplete((text, failure) -> {
        if (failure instanceof TimeoutException) {
          System.out.println("no answer within 5 s");
        }
        free.release();
      });
    }
    free.acquire(50);
    return calls;
  }

  /** A service of 5 to 10 ms; 3 calls in 100 take 300 ms more, on any replica. */
  private static CompletableFuture<String> ask(Attempt attempt) {
    double millis;
    synchronized (random) {
      millis = 5 + 5 * random.nextDouble() + (random.nextInt(100) < 3 ? 300 : 0);
    }
    var answer = new CompletableFuture<String>();
    ScheduledFuture<?> sent =
        service.schedule(
            () -> answer.complete("answer"), (long) (millis * 1_000), TimeUnit.MICROSECONDS);
    // The hedge cancels the future of a losing attempt. With the JDK's HTTP client this ends the
    // call. With other clients, define how to end it.
    attempt.onCancel(() -> sent.cancel(false));
    return answer;
  }
}
