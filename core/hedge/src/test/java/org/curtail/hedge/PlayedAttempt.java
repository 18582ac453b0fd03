package org.curtail.hedge;

import static org.curtail.testkit.Require.require;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One attempt, and its notifications. */
final class PlayedAttempt {
  private static final int MOST_ATTEMPTS = 100;

  private final PlayedCall call;
  private final Attempt attempt;
  private final CompletableFuture<Integer> stage = new CompletableFuture<>();

  /** True if the first answer arrived before the cancellation. */
  boolean isAnswered;

  boolean isFailed;

  private @Nullable Throwable failure;
  private int cancelled;

  /** Number of registered cancellations. */
  private int toCancel;

  PlayedAttempt(PlayedCall call, Attempt attempt) {
    this.call = call;
    this.attempt = attempt;
  }

  int value() {
    return call.name * MOST_ATTEMPTS + attempt.number();
  }

  @SuppressWarnings("NullAway") // As a careless call does.
  CompletionStage<Integer> start() throws Exception {
    HedgePlayer player = call.player;
    if (player.random.nextInt(4) != 0) {
      toCancel++;
      attempt.onCancel(this::cancel);
    }
    player.inside();
    if (player.faulty) {
      switch (player.random.nextInt(30)) {
        case 0 -> {
          noteThrown();
          throw new IOException("at once");
        }
        case 1 -> {
          noteThrown();
          throw new StackOverflowError("deep");
        }
        case 2 -> {
          noteThrown();
          return null;
        }
        case 3 -> {
          return new TwiceCompleted(this);
        }
        default -> {}
      }
    }
    if (player.random.nextInt(10) == 0) {
      answer();
    }
    // The hedge cannot cancel a stage that it does not know to be a future.
    return player.random.nextInt(4) == 0 ? stage.minimalCompletionStage() : stage;
  }

  private void cancel() {
    cancelled++;
    call.player.inside();
    if (call.player.faulty && call.player.random.nextInt(5) == 0) {
      throw new IllegalStateException("cannot cancel");
    }
  }

  /**
   * Records a report that the hedge gets: the first one, of a wanted attempt, after the stage was
   * returned.
   */
  private void note(boolean failed) {
    if (!isAnswered && !attempt.isCancelled()) {
      isAnswered = true;
      isFailed = failed;
    }
  }

  /** Records that the hedge never gets the stage. */
  private void noteThrown() {
    if (!attempt.isCancelled()) {
      isAnswered = true;
      isFailed = true;
    }
  }

  void answer() {
    if (!stage.isDone()) {
      note(false);
      stage.complete(value());
    }
  }

  void fail() {
    if (!stage.isDone()) {
      note(true);
      Throwable made =
          switch (call.player.random.nextInt(5)) {
            case 0, 1 -> new IllegalStateException("again");
            case 2, 3 -> new IllegalArgumentException("never");
            default -> new UnsupportedOperationException("at all");
          };
      failure = made;
      stage.completeExceptionally(
          call.player.random.nextInt(4) == 0 ? new CompletionException(made) : made);
    }
  }

  /** True if it failed with a fatal failure. */
  boolean isFatal() {
    return failure != null && call.player.fatal.contains(failure);
  }

  void sendNoMore() {
    attempt.sendNoMore();
    if (call.lastAttempts < 0) {
      call.lastAttempts = call.attempts.size();
    }
  }

  void check() {
    require(
        cancelled == (attempt.isCancelled() ? toCancel : 0),
        "%d cancellations of attempt %d of %s",
        cancelled,
        attempt.number(),
        call);
    require(
        attempt.isCancelled() || isAnswered || call.isProbe || !call.isDone(),
        "attempt %d of %s is not cancelled",
        attempt.number(),
        call);
  }

  @Override
  public String toString() {
    return (isFailed ? "failed" : isAnswered ? "answered" : "under way")
        + (attempt.isCancelled() ? ", cancelled" : "");
  }

  /** A stage that notifies its dependents twice. */
  private static final class TwiceCompleted extends CompletableFuture<Integer> {
    private final PlayedAttempt attempt;

    TwiceCompleted(PlayedAttempt attempt) {
      this.attempt = attempt;
    }

    @Override
    public CompletableFuture<Integer> whenComplete(
        BiConsumer<? super Integer, ? super Throwable> action) {
      attempt.stage.whenComplete((value, failure) -> {
        action.accept(value, failure);
        action.accept(value, failure);
        action.accept(null, new IllegalStateException("thrice"));
      });
      return this;
    }
  }
}
