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
 * One attempt of a {@link CallUnderWay}, to which it reports its end once. It is either answered or
 * cancelled, whichever comes first; later reports are ignored.
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

  /** End of an attempt. */
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

  /** The attempt linked before it; null for the first one. Written before this one is linked. */
  @Nullable AttemptUnderWay<T> previous;

  private final int number;
  private final long sentNanos;

  /** Time from sending to its answer or failure; written before its end is known. */
  private long tookNanos;

  private volatile @Nullable Object replica;

  /**
   * The cancellation action: a Runnable, a future to cancel, Both, or null for none yet. At the end
   * an Ending. Written by its handle only.
   */
  @SuppressWarnings("unused")
  private volatile @Nullable Object cancellation;

  AttemptUnderWay(CallUnderWay<T> call, int number, long sentNanos) {
    this.call = call;
    this.number = number;
    this.sentNanos = sentNanos;
  }

  /** Starts it. An exception of the call is its failure. */
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
      // In other classes isDone may do anything; that of a minimal stage throws.
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
        // As in accept: it may have ended, so nothing else would report to the call.
        if (call.broken == null) {
          call.broken = further;
          call.nextBroken = call.parts.broken;
          call.parts.broken = call;
        }
      }
    }
  }

  /** Reports the end to the call. Throws nothing, as an exception would get lost. */
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
      // As in Hedge: there may be no room for a method call.
      if (call.broken == null) {
        call.broken = e;
        call.nextBroken = call.parts.broken;
        call.parts.broken = call;
      }
    }
  }

  /** Ends as failed, if it has not ended. */
  void failed(Throwable failure) {
    if (ends(Ending.FAILED)) {
      call.failed(unwrapped(failure));
    }
  }

  /** Returns the failure that dependent stages have wrapped. */
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
      tookNanos = Math.max(call.nowNanos() - sentNanos, 0);
      if (CANCELLATION.compareAndSet(this, known, how)) {
        return true;
      }
    }
  }

  private static boolean isFinal(@Nullable Object known) {
    return known instanceof Ending;
  }

  /** Cancels it. Does nothing if it was answered. Never throws. */
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

  /** True if it was answered or failed. */
  boolean hasEnded() {
    Object known = cancellation;
    return Ending.ANSWERED.is(known) || Ending.FAILED.is(known);
  }

  /** Returns the time from sending to its end, or to now if it has not ended. */
  long tookNanos(long nowNanos) {
    return hasEnded() ? tookNanos : Math.max(nowNanos - sentNanos, 0);
  }

  /** Returns the time of its end. */
  long endedNanos() {
    return sentNanos + tookNanos;
  }

  /** Returns its end for statistics; an attempt that has not ended counts as cancelled. */
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
