package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

  /** So many turns after the end of its own, a request counts as one that passes no borders. */
  private static final int MISSED_TURNS = 4;

  private Policy policy;
  private Preemption preemption;
  private final AdmissionQueue<R> queue;
  private final SetAside<R> aside;
  private final Admissions admissions;

  /** Whether running requests have slices, since others wait for a thread. */
  private boolean isContended;

  /**
   * In turns: the last thread went to a newcomer while others were aside, so the next one goes to
   * them.
   */
  private boolean isTurnOfAside;

  /** Whether running requests may have been told to leave their threads to others. */
  private boolean anyYields;

  /** Who was the {@linkplain AdmissionQueue#newest newest} when it was looked at last. */
  private @Nullable R newest;

  Slices(
      Policy policy,
      Preemption preemption,
      AdmissionQueue<R> queue,
      SetAside<R> aside,
      Admissions admissions) {
    this.policy = policy;
    this.preemption = preemption;
    this.queue = queue;
    this.aside = aside;
    this.admissions = admissions;
  }

  /** Another policy says who is set aside. Those that run have no slice, and no share to lose. */
  void change(Policy next, Preemption how) {
    policy = next;
    preemption = how;
    anyYields = false;
    forget();
  }

  /** Running requests have slices for as long as somebody waits for a thread. */
  @SuppressWarnings("ReferenceEquality") // Another request is another object.
  void look(Collection<R> running, Load load, long nowNanos) {
    boolean is = !queue.isEmpty() || !aside.isEmpty();
    if (is != isContended) {
      isContended = is;
      for (R request : running) {
        limit(request, nowNanos);
      }
    }
    R come = queue.newest();
    if (come != newest) {
      newest = come;
      if (come != null && preemption.order() == Preemption.Order.PRIORITY) {
        makeWay(running, come, load, nowNanos);
      }
    }
  }

  /** What was looked at last does not count any more. */
  void forget() {
    isContended = false;
    isTurnOfAside = false;
    newest = null;
  }

  /** A waiting request has been given a thread. */
  void started() {
    isTurnOfAside = !aside.isEmpty();
  }

  /** A request that was set aside has been given a thread. */
  void resumed() {
    isTurnOfAside = false;
  }

  /**
   * Whether the operating system has to share the cores with this request: it passes no borders, or
   * has passed none for some turns since its own was over.
   */
  boolean isBeyondTurns(R request, long nowNanos) {
    return !request.canBeSetAside() || nowNanos >= turnIsMissedNanos(request);
  }

  /** When a request that passes no border until then counts as one that passes none. */
  long turnIsMissedNanos(R request) {
    return Instants.after(
        request.sliceEndNanos(), Instants.times(preemption.quantumNanos(), MISSED_TURNS));
  }

  /** Somebody new may be next: the least urgent that runs may have to make way. */
  private void makeWay(Collection<R> running, R come, Load load, long nowNanos) {
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
    if (least != null && goesInPlaceOf(come, false, least, load, nowNanos)) {
      least.setSliceEndNanos(nowNanos);
    }
  }

  /** It has a slice from now on, if anybody wants its thread. */
  void give(R request, long nowNanos) {
    request.turnFromNanos = nowNanos;
    limit(request, nowNanos);
  }

  /** In turns, a request that has had its thread for long has had its turn when others come. */
  private void limit(R request, long nowNanos) {
    boolean takesTurns = preemption.order() == Preemption.Order.TURNS;
    long fromNanos = takesTurns ? request.turnFromNanos : nowNanos;
    request.setSliceEndNanos(
        isContended
            ? Math.max(Instants.after(fromNanos, sliceNanos(request, nowNanos)), nowNanos)
            : DispatchedRequest.NEVER);
  }

  /**
   * By priority, a slice is the longer the more service was attained, since priorities change the
   * less; but nobody stays aside for much too long because of it. Who comes anew does not have to
   * wait for its end.
   */
  private long sliceNanos(R request, long nowNanos) {
    long quantumNanos = preemption.quantumNanos();
    return preemption.order() == Preemption.Order.TURNS
        ? quantumNanos
        : Math.max(
            quantumNanos,
            Math.min(
                request.progress(nowNanos).attainedNanos() / SLICES_PER_ATTAINED,
                preemption.longestAsideNanos()));
  }

  /** A slice is over: the request is to be set aside, which is returned, or has another one. */
  boolean isOver(R request, Collection<R> running, boolean isThreadFree, Load load, long nowNanos) {
    if (!isThreadFree
        && !request.isBoosted()
        && request.canBeSetAside()
        && isToYield(request, running, load, nowNanos)) {
      request.share(0);
      anyYields = true;
      return true;
    }
    give(request, nowNanos);
    return false;
  }

  /** Nobody has to leave its threads to others any more. Returns those who had to. */
  List<R> forgive(Collection<R> running, long nowNanos) {
    if (!anyYields) {
      return List.of();
    }
    anyYields = false;
    var forgiven = new ArrayList<R>();
    for (R request : running) {
      if (request.share() == 0) {
        request.share(Integer.MAX_VALUE);
        give(request, nowNanos);
        forgiven.add(request);
      }
    }
    return forgiven;
  }

  /** Whether somebody goes on in the place of a running request. */
  private boolean isToYield(R request, Collection<R> running, Load load, long nowNanos) {
    return (yieldsToAside(request, load, nowNanos) || yieldsToWaiting(request, load, nowNanos))
        && yielding(running) < queue.size() + aside.size();
  }

  private boolean yieldsToAside(R request, Load load, long nowNanos) {
    R again = aside.next(ranking(load), nowNanos);
    return again != null
        && (aside.isHastened(again)
            || goesInPlaceOf(again, aside.isOverdue(again, nowNanos), request, load, nowNanos));
  }

  private boolean yieldsToWaiting(R request, Load load, long nowNanos) {
    R waiting = queue.next(ranking(load), nowNanos);
    return waiting != null
        && goesInPlaceOf(waiting, false, request, load, nowNanos)
        && admissions.wouldStart(waiting, load, nowNanos);
  }

  private Ranking ranking(Load load) {
    return Ranking.by(policy, load);
  }

  /** Those who are to be set aside already: each makes way for one that has no thread. */
  private int yielding(Collection<R> running) {
    int count = 0;
    for (R request : running) {
      count += request.share() == 0 ? 1 : 0;
    }
    return count;
  }

  /** For so many requests a thread is kept: a first one comes before the further ones of others. */
  int withoutThread(Load load, long nowNanos) {
    R waiting = queue.next(ranking(load), nowNanos);
    boolean mayStart = waiting != null && admissions.wouldStart(waiting, load, nowNanos);
    return aside.size() + (mayStart ? queue.size() : 0);
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
    return ranking(load).ofFirst(request, nowNanos);
  }

  /** Whether a free thread goes to who waits rather than to who was set aside. */
  boolean startsBefore(R waiting, R again, Load load, long nowNanos) {
    if (aside.isHastened(again)) {
      return false;
    }
    if (waiting.priorityClass() != again.priorityClass()) {
      return waiting.isMoreImportantThan(again);
    }
    if (!preemption.isUsed()) {
      // It was set aside under an earlier policy, and has started.
      return false;
    }
    if (preemption.order() == Preemption.Order.TURNS) {
      return !isTurnOfAside || waiting.arrivalNanos() <= again.asideSinceNanos;
    }
    if (aside.isOverdue(again, nowNanos)) {
      return false;
    }
    double waits = urgency(waiting, load, nowNanos);
    double goesOn = urgency(again, load, nowNanos);
    return waits > goesOn || (waits == goesOn && waiting.id() < again.id());
  }
}
