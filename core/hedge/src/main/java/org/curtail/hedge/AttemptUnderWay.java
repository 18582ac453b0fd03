package org.curtail.hedge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.curtail.reissue.live.AttemptObservations.End;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a {@link CallUnderWay}. An attempt reports its end to the call once. The first end
 * counts: an answer, a failure or a cancellation. Later reports are ignored.
 */
final class AttemptUnderWay<T extends @Nullable Object>
    implements Attempt, BiConsumer<T, @Nullable Throwable> {

  private static final VarHandle CANCELLATION;

  static {
    try {
      CANCELLATION =
          MethodHandles.lookup().findVarHandle(AttemptUnderWay.class, "cancellation", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private enum Ending {
    ANSWERED,
    FAILED,
    CANCELLED;

    @SuppressWarnings("ReferenceEquality") // The argument may be anything, not only an ending.
    boolean is(@Nullable Object known) {
      return known == this;
    }
  }

  /** Two cancellation actions. */
  private record Both(Object later, Object earlier) {}

  private final CallUnderWay<T> call;

  /**
   * The attempt that was linked before this one; null for the first attempt. Written before this
   * attempt is linked.
   */
  @Nullable AttemptUnderWay<T> previous;

  private final int number;
  private final long sentNanos;

  /** Time from sending to the answer or failure. Written before the end is published. */
  private long durationNanos;

  private volatile @Nullable Object replica;

  /**
   * The cancellation action: a Runnable, a future to cancel, Both, or null. After the end: an
   * Ending. Written through its handle only.
   */
  @SuppressWarnings("unused")
  private volatile @Nullable Object cancellation;

  AttemptUnderWay(CallUnderWay<T> call, int number, long sentNanos) {
    this.call = call;
    this.number = number;
    this.sentNanos = sentNanos;
  }

  /** Starts this attempt. An exception of the call's code is a failure of the attempt. */
  void start(HedgedCall<T> what) {
    try {
      CompletionStage<T> stage = what.start(this);
      if (stage == null) {
        throw new NullPointerException("the call returned no stage for attempt " + number);
      }
      // A cancelled future drops its answer.
      if (stage instanceof CompletableFuture && !call.wantsAllAnswers()) {
        onCancelDo(stage);
      }
      CompletionStage<T> completed = stage.whenComplete(this);
      // Other classes may override isDone: a minimal stage's isDone throws.
      if (completed instanceof CompletableFuture<T> ended
          && ended.getClass() == CompletableFuture.class
          && ended.isDone()
          && !isFinal(cancellation)) {
        throw new StackOverflowError("no room to take the answer");
      }
    } catch (Throwable e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      try {
        failed(e);
      } catch (Throwable further) {
        // As in accept: the attempt may have ended already, and then no other step reports to the
        // call.
        if (call.broken == null) {
          call.broken = further;
          call.nextBroken = call.parts.broken;
          call.parts.broken = call;
        }
      }
    }
  }

  /** Reports the end to the call. Throws nothing: no caller would see the exception. */
  @Override
  public void accept(T value, @Nullable Throwable failure) {
    try {
      if (failure != null) {
        failed(failure);
      } else if (ends(Ending.ANSWERED)) {
        call.answered(this, value);
      } else {
        call.answeredLate(value);
      }
    } catch (Throwable e) {
      // As in Hedge: the stack may have no room for a method call.
      if (call.broken == null) {
        call.broken = e;
        call.nextBroken = call.parts.broken;
        call.parts.broken = call;
      }
    }
  }

  /** Ends this attempt as failed, if it has not ended. */
  void failed(Throwable failure) {
    if (ends(Ending.FAILED)) {
      call.failed(unwrapped(failure));
    }
  }

  /** Returns the original failure, without the wrapping of dependent stages. */
  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    boolean isWrapped =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    return isWrapped && cause != null ? cause : failure;
  }

  private boolean ends(Ending how) {
    while (true) {
      Object known = cancellation;
      if (isFinal(known)) {
        return false;
      }
      durationNanos = Math.max(call.nowNanos() - sentNanos, 0);
      if (CANCELLATION.compareAndSet(this, known, how)) {
        return true;
      }
    }
  }

  private static boolean isFinal(@Nullable Object known) {
    return known instanceof Ending;
  }

  /** Cancels this attempt. Does nothing after its end. Never throws. */
  void cancel() {
    while (true) {
      Object known = cancellation;
      if (isFinal(known)) {
        return;
      }
      if (CANCELLATION.compareAndSet(this, known, Ending.CANCELLED)) {
        if (known != null) {
          carryOut(known);
        }
        return;
      }
    }
  }

  @Override
  public void onCancel(Runnable toDo) {
    if (toDo == null) {
      throw new NullPointerException("cancellation");
    }
    onCancelDo(toDo);
  }

  private void onCancelDo(Object what) {
    while (true) {
      Object known = cancellation;
      if (Ending.ANSWERED.is(known) || Ending.FAILED.is(known)) {
        return;
      }
      if (Ending.CANCELLED.is(known)) {
        carryOut(what);
        return;
      }
      Object both = known == null ? what : new Both(what, known);
      if (CANCELLATION.compareAndSet(this, known, both)) {
        return;
      }
    }
  }

  private void carryOut(Object what) {
    Object rest = what;
    while (rest instanceof Both both) {
      carryOutOne(both.later());
      rest = both.earlier();
    }
    carryOutOne(rest);
  }

  private void carryOutOne(Object what) {
    try {
      if (what instanceof CompletableFuture<?> future) {
        future.cancel(true);
      } else if (what instanceof Runnable toDo) {
        toDo.run();
      }
    } catch (Throwable e) {
      call.cancellationFailed(e);
    }
  }

  @Override
  public boolean isCancelled() {
    return Ending.CANCELLED.is(cancellation);
  }

  /** True if this attempt was answered or failed. */
  boolean hasEnded() {
    Object known = cancellation;
    return Ending.ANSWERED.is(known) || Ending.FAILED.is(known);
  }

  /** Returns the time from sending to the end of this attempt, or to now if it has not ended. */
  long durationNanos(long nowNanos) {
    return hasEnded() ? durationNanos : Math.max(nowNanos - sentNanos, 0);
  }

  long endedNanos() {
    return sentNanos + durationNanos;
  }

  /** Returns the kind of end for statistics. An attempt that has not ended counts as cancelled. */
  End end() {
    Object known = cancellation;
    if (Ending.ANSWERED.is(known)) {
      return End.ANSWERED;
    }
    return Ending.FAILED.is(known) ? End.FAILED : End.CANCELLED;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public List<Object> avoid() {
    if (previous == null) {
      return List.of();
    }
    var replicas = new ArrayList<Object>();
    for (AttemptUnderWay<T> earlier = previous; earlier != null; earlier = earlier.previous) {
      Object known = earlier.replica;
      if (known != null) {
        replicas.add(known);
      }
    }
    Collections.reverse(replicas);
    return Collections.unmodifiableList(replicas);
  }

  @Override
  public void replica(Object where) {
    if (where == null) {
      throw new NullPointerException("replica");
    }
    replica = where;
  }

  /** Returns the declared replica; null if none was declared. */
  @Nullable Object replica() {
    return replica;
  }

  @Override
  public void sendNoMore() {
    call.sendNoMore();
  }

  @Override
  public long deadlineNanos() {
    return call.deadlineReading();
  }

  @Override
  public long remainingNanos() {
    return call.remainingNanos();
  }
}
