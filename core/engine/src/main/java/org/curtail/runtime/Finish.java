package org.curtail.runtime;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.signals.Stint;
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

  /** Makes the result, on the thread of the last worker, unless it has ended otherwise. */
  <W> void make(SharedWork<W, R> work, JoinedWorkers<W> workers) {
    ending.compareAndSet(null, Ending.DONE);
    try {
      Ending why = why();
      if (why instanceof Ending.Done) {
        result = work.complete(workers.all());
      } else if (why instanceof Ending.Expired) {
        List<W> all = workers.all();
        Optional<R> partial = all.isEmpty() ? Optional.empty() : work.partial(all);
        result = partial.orElse(null);
        outcome = partial.isPresent() ? Outcome.PARTIAL : Outcome.EXPIRED;
      }
    } catch (Throwable t) {
      ending.set(new Ending.Failed(t));
    }
  }

  private Ending why() {
    Ending why = ending.get();
    if (why == null) {
      throw new IllegalStateException("announced before it ended");
    }
    return why;
  }

  /** It left the queue without having started. */
  void dropped() {
    outcome = Outcome.EXPIRED;
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

  /**
   * Tells the listeners, then the submitter; returns false if somebody else does. If it throws, for
   * want of memory, it is to be called again.
   */
  boolean announce(Request<?, R> request, long atNanos) {
    if (!announcement.compareAndSet(Announcement.DUE, Announcement.UNDER_WAY)) {
      return false;
    }
    Announcement reached = Announcement.DUE;
    try {
      tell(request, atNanos);
      reached = Announcement.DONE;
    } finally {
      announcement.set(reached);
    }
    return true;
  }

  private void tell(Request<?, R> request, long atNanos) {
    Throwable cause =
        switch (why()) {
          case Ending.Cancelled cancelled -> cancellation();
          case Ending.Failed failed -> failed.cause();
          case Ending.Done done -> null;
          case Ending.Expired expired -> outcome == Outcome.PARTIAL ? null : expiry(request);
        };
    Timeline timeline = timeline(request, atNanos).predicted(request.options().prediction());
    if (!told) {
      told = true;
      request.tellWork(timeline);
      request.engine().listeners().ended(request.id(), timeline);
    }
    if (cause == null) {
      request.ticket().succeed(result, timeline);
    } else {
      request.ticket().fail(cause, timeline);
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

  private Timeline timeline(Request<?, R> request, long atNanos) {
    long arrivalNanos = request.arrivalNanos();
    int claimed = request.claimed();
    StintLog stints = request.stints;
    List<Stint> served = stints == null ? List.of() : stints.until(atNanos);
    return request.hasStarted()
        ? request
            .path()
            .timeline(arrivalNanos, request.admittedNanos, atNanos, claimed, served, outcome())
        : new Timeline(arrivalNanos, atNanos, atNanos, 0, 0, claimed, List.of(), outcome());
  }

  private static DeadlineExceededException expiry(Request<?, ?> request) {
    return new DeadlineExceededException(
        "the deadline passed %s, %.1f ms after the request arrived"
            .formatted(
                request.hasStarted() ? "while the request ran" : "while the request waited",
                (request.deadlineNanos() - request.arrivalNanos()) / 1e6));
  }
}
