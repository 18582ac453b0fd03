package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.hedge.SteppedHedge.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The context of the caller's thread in copies and retries. */
@Timeout(300)
class HedgeContextTest {
  private static final ThreadLocal<String> USER = ThreadLocal.withInitial(() -> "nobody");

  private final List<String> users = new ArrayList<>();

  /** Returns a context as in a user's code. */
  private static Executor asUser() {
    String user = USER.get();
    return start -> {
      String before = USER.get();
      USER.set(user);
      try {
        start.run();
      } finally {
        USER.set(before);
      }
    };
  }

  private CompletableFuture<String> answer(Attempt attempt) {
    users.add(USER.get());
    return attempt.number() == 0
        ? new CompletableFuture<>()
        : CompletableFuture.completedFuture("copy");
  }

  @Test
  void copyOnTheTimerThreadHasTheCallersContext() throws Exception {
    try (Hedge hedge =
        Hedge.of(ReissuePolicy.singleD(1))
            .idempotent()
            .budget(HedgeBudget.of(1))
            .leastSamples(0)
            .unguarded()
            .context(HedgeContextTest::asUser)
            .start()) {
      USER.set("blue");
      assertThat(hedge.call(this::answer).get(60, TimeUnit.SECONDS)).isEqualTo("copy");
      USER.set("red");
      assertThat(hedge.call(this::answer).get(60, TimeUnit.SECONDS)).isEqualTo("copy");
    } finally {
      USER.remove();
    }
    assertThat(users).containsExactly("blue", "blue", "red", "red");
  }

  @Test
  void retryHasTheCallersContext() throws Exception {
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .retrying(failure -> true)
                .context(HedgeContextTest::asUser));
    var first = new CompletableFuture<String>();
    USER.set("blue");
    CompletableFuture<String> answer =
        stepped.hedge.call(attempt -> {
          CompletableFuture<String> made = answer(attempt);
          return attempt.number() == 0 ? first : made;
        });
    USER.remove();
    first.completeExceptionally(new IllegalStateException("busy"));
    assertThat(answer).isCompletedWithValue("copy");
    assertThat(users).containsExactly("blue", "blue");
    assertThat(USER.get()).isEqualTo("nobody");
  }

  @Test
  void executorMayStartACopyLater() {
    var later = new ArrayList<Runnable>();
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10)).context(() -> later::add));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    assertThat(call.attempts()).isEqualTo(1);
    later.getFirst().run();
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");

    var ended = new ScriptedCall();
    stepped.hedge.call(ended);
    stepped.pass(10);
    ended.answer(0);
    later.getLast().run();
    assertThat(ended.attempts()).as("it is not needed any more").isEqualTo(1);
  }

  @Test
  void refusingExecutorFailsItsAttemptOnly() {
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .context(() ->
                    start -> {
                      throw new RejectedExecutionException("full");
                    }));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(10);
    assertThat(stepped.hedge.metrics().counts().failedAttempts()).isEqualTo(1);
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 0");
  }

  @Test
  @SuppressWarnings("NullAway") // As a careless user does.
  void callFailsUnsentIfItsContextCannotBeCaptured() {
    var broken = new IllegalStateException("no user");
    var throwing =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .context(() -> {
                  throw broken;
                }));
    var call = new ScriptedCall();
    assertThat(failure(throwing.hedge.call(call))).isSameAs(broken);
    var careless =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleD(10)).context(() -> null));
    assertThat(failure(careless.hedge.call(call))).hasMessage("context");
    assertThat(call.attempts()).isZero();
    assertThat(throwing.hedge.metrics().counts().calls()).isZero();
  }
}
