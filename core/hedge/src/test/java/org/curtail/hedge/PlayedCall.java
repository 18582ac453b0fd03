package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.testkit.Require.require;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.jspecify.annotations.Nullable;

/** A call whose attempts follow the player. */
final class PlayedCall implements HedgedCall<Integer> {
  private static int names;

  final HedgePlayer player;
  final int name = names++;
  final List<PlayedAttempt> attempts = new ArrayList<>();
  @Nullable CompletableFuture<Integer> future;
  double begunMillis;
  double deadlineMillis = Double.POSITIVE_INFINITY;

  /** True if the player completed or cancelled its future first. */
  boolean isTouched;

  boolean isProbe;

  /** Number of attempts when one forbade more; -1 if none did. */
  int lastAttempts = -1;

  private int completions;

  PlayedCall(HedgePlayer player) {
    this.player = player;
  }

  void returned(CompletableFuture<Integer> made) {
    future = made;
    made.whenComplete((value, failure) -> completions++);
  }

  boolean isDone() {
    return future != null && future.isDone();
  }

  @Override
  public CompletionStage<Integer> start(Attempt attempt) throws Exception {
    assertThat(attempt.number()).as("number of the next attempt").isEqualTo(attempts.size());
    assertThat(isDone()).as("%s is done before attempt %d", this, attempt.number()).isFalse();
    assertThat(player.closed && attempt.number() > 0).as("attempts after closing").isFalse();
    checkTime(attempt.number());
    var played = new PlayedAttempt(this, attempt);
    attempts.add(played);
    attempt.replica(played.value());
    assertThat(attempt.avoid())
        .isEqualTo(
            attempts.stream().limit(attempt.number()).<Object>map(PlayedAttempt::value).toList());
    return played.start();
  }

  private void checkTime(int attempt) {
    if (attempt == 0) {
      return;
    }
    // A retry needs a failure; a call without one waits, unless it is a probe.
    boolean isRetry = attempts.stream().allMatch(earlier -> earlier.isFailed);
    if (!isRetry && attempt == 1 && future == null && player.isAdaptive) {
      isProbe = true;
    }
    if (!isRetry && !isProbe && player.isSteady && !player.isAdaptive) {
      double least =
          player.policy.reissues().isEmpty()
              ? Double.POSITIVE_INFINITY
              : player.policy.reissues().getFirst().delayMillis();
      assertThat(player.stepped.millis() - begunMillis)
          .as("delay of attempt %d of %s", attempt, this)
          .isGreaterThanOrEqualTo(least - 1e-6);
    }
  }

  /** Checks the invariants after each step of each schedule. */
  void check() {
    boolean done = isDone();
    require(completions == (done ? 1 : 0), "%d completions of %s", completions, this);
    int most = isProbe || player.isAdaptive ? 2 : player.policy.maxAttempts();
    require(
        !attempts.isEmpty() && attempts.size() <= most,
        "%d attempts of %s, at most %d",
        attempts.size(),
        this,
        most);
    require(
        lastAttempts < 0 || attempts.size() == lastAttempts,
        "%d attempts of %s, which wanted no more than %d",
        attempts.size(),
        this,
        lastAttempts);
    boolean allFailed = true;
    for (PlayedAttempt attempt : attempts) {
      attempt.check();
      require(done || !attempt.isFatal(), "%s goes on after a fatal end", this);
      require(done || !attempt.isAnswered || attempt.isFailed, "%s is answered and not done", this);
      allFailed &= attempt.isFailed;
    }
    require(done || !allFailed, "all attempts of %s have failed and it is not done", this);
    if (done) {
      checkOutcome(allFailed);
    }
  }

  private void checkOutcome(boolean allFailed) {
    Outcome outcome = outcome();
    require(
        outcome != Outcome.FAILED || isFatal() || allFailed,
        "%s has failed, though not all attempts have",
        this);
    if (outcome == Outcome.ANSWERED) {
      int value = done().resultNow();
      int answered = 0;
      for (PlayedAttempt attempt : attempts) {
        if (attempt.value() == value) {
          answered++;
          require(attempt.isAnswered && !attempt.isFailed, "%d is no answer of %s", value, this);
        }
      }
      require(answered == 1, "%d attempts answered %s with %d", answered, this, value);
    }
  }

  private CompletableFuture<Integer> done() {
    return Objects.requireNonNull(future);
  }

  /** True if a fatal failure ended it. */
  boolean isFatal() {
    return done().isCompletedExceptionally()
        && !done().isCancelled()
        && player.fatal.contains(done().exceptionNow());
  }

  /** Returns the outcome as the player sees it. */
  Outcome outcome() {
    if (isTouched) {
      return Outcome.CANCELLED;
    }
    if (!done().isCompletedExceptionally()) {
      return Outcome.ANSWERED;
    }
    return done().exceptionNow() instanceof TimeoutException ? Outcome.TIMED_OUT : Outcome.FAILED;
  }

  @Override
  public String toString() {
    return "call " + name + " begun at " + begunMillis + " ms with " + attempts;
  }
}
