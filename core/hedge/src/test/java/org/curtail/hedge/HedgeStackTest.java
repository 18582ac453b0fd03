package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls at the end of the stack: it may run out at any step. */
@ExtendWith(SilentLog.class)
class HedgeStackTest {
  private static final int FRAMES = 300;

  private final Hedge hedge =
      Hedge.of(ReissuePolicy.singleD(3_600_000)).idempotent().retrying(failure -> true).start();

  private final List<CompletableFuture<String>> answers = new ArrayList<>(1_000_000);
  private final List<CompletableFuture<String>> open = new ArrayList<>(1_000_000);
  private int frames;
  private int overflows;

  /** Goes down to the end of the stack, and calls from each of the last frames on the way up. */
  @SuppressWarnings("InfiniteRecursion") // It is meant to reach the end of the stack.
  private void dive() {
    try {
      dive();
    } catch (StackOverflowError e) {
      frames = 0;
    }
    if (frames++ < FRAMES) {
      call(frames % 2 == 0 ? CompletableFuture.completedFuture("answer") : later());
    }
  }

  private CompletableFuture<String> later() {
    var answer = new CompletableFuture<String>();
    open.add(answer);
    return answer;
  }

  private void call(CompletableFuture<String> answer) {
    try {
      CompletableFuture<String> called = hedge.call(attempt -> answer);
      answers.add(called);
      if (frames % 3 == 0) {
        called.cancel(true);
      }
    } catch (StackOverflowError e) {
      overflows++;
    }
  }

  /** Classes loaded at the end of the stack can never be used again. */
  private void loadClasses() {
    for (int i = 0; i < 100; i++) {
      var attempt = new CompletableFuture<String>();
      CompletableFuture<String> answer = hedge.call(each -> attempt);
      switch (i % 4) {
        case 0 -> attempt.complete("answer");
        case 1 -> attempt.completeExceptionally(new IllegalStateException("busy"));
        case 2 -> answer.cancel(true);
        default -> answer.obtrudeException(new StackOverflowError());
      }
      hedge.call(each -> CompletableFuture.completedFuture(bottomless(0)));
    }
  }

  @Test
  void eachCallIsCountedAndEndsWhereverTheStackEnds() throws Exception {
    loadClasses();
    long before = hedge.metrics().counts().calls();
    for (int i = 0; i < 30; i++) {
      var thread = new Thread(null, this::dive, "small stack", 200_000 + 1_000 * i);
      thread.start();
      thread.join();
    }
    open.forEach(answer -> answer.complete("answer"));
    assertThat(overflows).as("or this tests nothing").isPositive();
    HedgeMetrics metrics = hedge.metrics();
    assertThat(answers.stream().filter(answer -> !answer.isDone()).count()).isZero();
    assertThat(metrics.gauges().underWay()).isZero();
    assertThat(metrics.counts().allEnded()).isEqualTo(metrics.counts().calls());
    assertThat(metrics.counts().calls() - before)
        .isBetween((long) answers.size() / 2, (long) answers.size() + overflows);
    hedge.close();
    assertThat(hedge.awaitEnd(60_000)).isTrue();
  }

  private static int bottomless(int depth) {
    return depth < 0 ? 0 : 1 + bottomless(depth + 1);
  }

  @Test
  void callThatUsesUpTheStackFails() {
    CompletableFuture<Integer> answer =
        hedge.call(attempt -> CompletableFuture.completedFuture(bottomless(0)));
    assertThat(SteppedHedge.failure(answer)).isInstanceOf(StackOverflowError.class);
    assertThat(hedge.metrics().gauges().underWay()).isZero();
    hedge.close();
  }
}
