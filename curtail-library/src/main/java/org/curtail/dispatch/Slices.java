package org.curtail.dispatch;

import java.util.Collection;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.jspecify.annotations.Nullable;

/**
 * For how long running requests have their threads while others wait for one, and who goes on in
 * whose place.
 */
final class Slices<R extends DispatchedRequest> {
  /** How often, while its attained service grows by its own length, a request is compared. */
  private static final int SLICES_PER_ATTAINED = 16;

  private final Policy policy;
  private final Preemption preemption;
  private final SetAside<R> aside;
  private final Admissions admissions;

  /** Whether running requests have slices, since others wait for a thread. */
  private boolean isContended;

  /** Who was the first of those that wait when it was looked at last. */
  private @Nullable R foremost;

  Slices(Policy policy, Preemption preemption, SetAside<R> aside, Admissions admissions) {
    this.policy = policy;
    this.preemption = preemption;
    this.aside = aside;
    this.admissions = admissions;
  }

  /** Running requests have slices for as long as somebody waits for a thread. */
  @SuppressWarnings("ReferenceEquality") // The very same request.
  void look(Collection<R> running, AdmissionQueue<R> queue, Load load, long nowNanos) {
    boolean is = !queue.isEmpty() || !aside.isEmpty();
    if (is != isContended) {
      isContended = is;
      for (R request : running) {
        give(request, nowNanos);
      }
    }
    R first = queue.first();
    if (first != foremost) {
      foremost = first;
      if (first != null && preemption.order() == Preemption.Order.PRIORITY) {
        makeWay(running, first, load, nowNanos);
      }
    }
  }

  /** Somebody new is the first who waits: the least urgent that runs may have to make way. */
  private void makeWay(Collection<R> running, R first, Load load, long nowNanos) {
    R least = null;
    double urgency = 0;
    for (R request : running) {
      double its = urgency(request, load, nowNanos);
      if (!request.isBoosted()
          && request.canBeSetAside()
          && request.share() > 0
          && (least == null
              || least.isMoreImportantThan(request)
              || (!request.isMoreImportantThan(least) && its < urgency))) {
        least = request;
        urgency = its;
      }
    }
    if (least != null && goesInPlaceOf(first, false, least, load, nowNanos)) {
      least.setSliceEndNanos(nowNanos);
    }
  }

  /** It has a slice from now on, if anybody wants its thread. */
  void give(R request, long nowNanos) {
    request.setSliceEndNanos(
        isContended
            ? Instants.after(nowNanos, sliceNanos(request, nowNanos))
            : DispatchedRequest.NEVER);
  }

  /**
   * By priority, a slice is the longer the more service was attained, since priorities change the
   * less. Who comes anew does not have to wait for its end.
   */
  private long sliceNanos(R request, long nowNanos) {
    return preemption.order() == Preemption.Order.TURNS
        ? preemption.quantumNanos()
        : Math.max(
            preemption.quantumNanos(),
            request.progress(nowNanos).attainedNanos() / SLICES_PER_ATTAINED);
  }

  /**
   * Whether, after its slice, somebody goes on in the place of a running request.
   *
   * @param waiting who is next of those that have not started
   */
  boolean isToYield(R request, @Nullable R waiting, Load load, long nowNanos) {
    R again = aside.next(progress -> policy.priority(progress, load), nowNanos);
    if (again != null
        && goesInPlaceOf(again, aside.isOverdue(again, nowNanos), request, load, nowNanos)) {
      return true;
    }
    return waiting != null
        && goesInPlaceOf(waiting, false, request, load, nowNanos)
        && admissions.wouldStart(waiting, load, nowNanos);
  }

  private boolean goesInPlaceOf(R other, boolean isOverdue, R request, Load load, long nowNanos) {
    if (other.priorityClass() != request.priorityClass()) {
      return other.isMoreImportantThan(request);
    }
    return isOverdue
        || preemption.order() == Preemption.Order.TURNS
        || urgency(other, load, nowNanos) > urgency(request, load, nowNanos);
  }

  /** How urgent it is that the request has a thread at all. */
  private double urgency(R request, Load load, long nowNanos) {
    return policy.priority(request.progress(nowNanos, 0), load);
  }

  /** Whether a free thread goes to who waits rather than to who was set aside. */
  boolean startsBefore(R waiting, R again, Load load, long nowNanos) {
    if (aside.isHastened(again)) {
      return false;
    }
    if (waiting.priorityClass() != again.priorityClass()) {
      return waiting.isMoreImportantThan(again);
    }
    if (preemption.order() == Preemption.Order.TURNS) {
      return waiting.arrivalNanos() <= again.asideSinceNanos;
    }
    if (aside.isOverdue(again, nowNanos)) {
      return false;
    }
    double waits = urgency(waiting, load, nowNanos);
    double goesOn = urgency(again, load, nowNanos);
    return waits > goesOn || (waits == goesOn && waiting.id() < again.id());
  }
}
