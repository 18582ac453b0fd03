package org.curtail.runtime;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How one request ends: why, with which result, and who has been told. A request ends once, and is
 * announced once. Safe for all threads, but for what says otherwise.
 *
 * @param <R> the result
 */
final class Finish<R> {
  private enum Announcement {
    DUE,
    UNDER_WAY,
    DONE
  }

  private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
  private final AtomicReference<Announcement> announcement =
      new AtomicReference<>(Announcement.DUE);

  /** Set by whoever announces: the listeners are told once. */
  private boolean told;

  /** What its work threw after it had been cancelled. */
  private volatile @Nullable Throwable thrownLate;

  // Written and read by the last worker, or by who took the request out of the queue.
  private @Nullable R result;
  private Outcome outcome = Outcome.COMPLETED;
  private long endNanos;

  boolean isOver() {
    return ending.get() != null;
  }

  boolean isAnnounced() {
    return announcement.get() != Announcement.DUE;
  }

  /** Ends the request unless it is ending already. */
  boolean end(Ending why) {
    return ending.compareAndSet(null, why);
  }

  /**
   * Ends the request with its first failure, even if its deadline has passed: what its workers have
   * done cannot be trusted any more.
   */
  void fail(Throwable cause) {
    var failed = new Ending.Failed(cause);
    Ending before = ending.get();
    while (canStillFail(before) && !ending.compareAndSet(before, failed)) {
      before = ending.get();
    }
    if (before instanceof Ending.Failed earlier) {
      Suppression.add(earlier.cause(), cause);
    } else if (before instanceof Ending.Cancelled) {
      thrownLate = cause;
    }
  }

  private static boolean canStillFail(@Nullable Ending before) {
    return switch (before) {
      case null -> true;
      // Making the result has failed.
      case Ending.Done done -> true;
      case Ending.Expired expired -> true;
      case Ending.Cancelled cancelled -> false;
      case Ending.Failed failed -> false;
    };
  }

  /** A thread that is stuck in it will never say how it ended: it fails or counts as cancelled. */
  void abandon() {
    ending.updateAndGet(why -> why instanceof Ending.Failed ? why : Ending.CANCELLED);
  }

  /** Says that it is done unless it has ended otherwise; returns how it has. By the last worker. */
  Ending settle() {
    ending.compareAndSet(null, Ending.DONE);
    return why();
  }

  private Ending why() {
    Ending why = ending.get();
    if (why == null) {
      throw new IllegalStateException("announced before it ended");
    }
    return why;
  }

  /** By the last worker: making the result has failed. */
  void makingFailed(Throwable cause) {
    ending.set(new Ending.Failed(cause));
  }

  /** By the last worker. */
  void result(@Nullable R made, Outcome how) {
    result = made;
    outcome = how;
  }

  /** By the last worker, or by who took it out of the queue. */
  void endedAt(long nanos) {
    endNanos = nanos;
  }

  long endNanos() {
    return endNanos;
  }

  /** By the one who announces. */
  Outcome outcome() {
    return switch (why()) {
      case Ending.Cancelled cancelled -> Outcome.CANCELLED;
      case Ending.Failed failed -> Outcome.FAILED;
      case Ending.Done done -> outcome;
      case Ending.Expired expired -> outcome;
    };
  }

  /** What a {@link Request} tells when it has ended. */
  interface Telling {
    /** Tells the listeners, once. */
    void listeners(Timeline timeline);

    /** What became of it; {@code expiry} says so if its deadline has passed. */
    Timeline timeline(Outcome outcome, long endNanos);

    DeadlineExceededException expiry();
  }

  /**
   * Tells the listeners, then the submitter; returns false if somebody else does. If it throws, for
   * want of memory, it is to be called again.
   */
  boolean announce(long atNanos, Ticket<R> ticket, Telling telling) {
    if (!announcement.compareAndSet(Announcement.DUE, Announcement.UNDER_WAY)) {
      return false;
    }
    Announcement reached = Announcement.DUE;
    try {
      tell(atNanos, ticket, telling);
      reached = Announcement.DONE;
    } finally {
      announcement.set(reached);
    }
    return true;
  }

  private void tell(long atNanos, Ticket<R> ticket, Telling telling) {
    Throwable cause =
        switch (why()) {
          case Ending.Cancelled cancelled -> cancellation();
          case Ending.Failed failed -> failed.cause();
          case Ending.Done done -> null;
          case Ending.Expired expired -> outcome == Outcome.PARTIAL ? null : telling.expiry();
        };
    Timeline timeline = telling.timeline(outcome(), atNanos);
    if (!told) {
      told = true;
      telling.listeners(timeline);
    }
    if (cause == null) {
      ticket.succeed(result, timeline);
    } else {
      ticket.fail(cause, timeline);
    }
  }

  private CancellationException cancellation() {
    var cancellation = new CancellationException("the request was cancelled");
    Throwable late = thrownLate;
    if (late != null) {
      Suppression.add(cancellation, late);
    }
    return cancellation;
  }
}
