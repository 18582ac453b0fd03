package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * Requests that have started, have lost their last thread and are to continue. A change takes
 * logarithmic time. A choice asks the policy once for each {@linkplain Policy#level level}.
 *
 * @param <R> the requests
 */
public final class PreemptedRequests<R extends DispatchedRequest> {
  /** In the order of their preemption. */
  private final RequestQueue<R> lines = new RequestQueue<>(false);

  /** Requests without work, which need a thread only to end. */
  private final RequestQueue.Line<R> toEnd = new RequestQueue.Line<>();

  /** The requests by class and level, if the order is by priority. */
  private final EnumMap<PriorityClass, NavigableMap<Integer, Level<R>>> levels =
      new EnumMap<>(PriorityClass.class);

  int size;

  private Policy policy;
  private Preemption preemption;

  PreemptedRequests(Policy policy, Preemption preemption) {
    this.policy = policy;
    this.preemption = preemption;
    for (PriorityClass priorityClass : PriorityClass.values()) {
      levels.put(priorityClass, new TreeMap<>());
    }
  }

  /** Replaces the policy; {@link #startAnew} comes next. */
  void change(Policy next, Preemption how) {
    policy = next;
    preemption = how;
  }

  private NavigableMap<Integer, Level<R>> levels(PriorityClass priorityClass) {
    return requireNonNull(levels.get(priorityClass));
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public boolean contains(R request) {
    return lines.contains(request) || toEnd.contains(request);
  }

  /** Returns a request with work left whose deadline has passed; null if there is none. */
  public @Nullable R expired(long nowNanos) {
    return lines.expired(nowNanos);
  }

  /**
   * The earliest deadline of a request with work left; {@link DispatchedRequest#NEVER} if there is
   * none.
   */
  public long nextDeadlineNanos() {
    return lines.nextDeadlineNanos();
  }

  /** Lets a request continue before all others, only to end: it is over, or too late. */
  public void expedite(R request) {
    if (lines.contains(request)) {
      remove(request);
      toEnd.add(request);
      size++;
    }
  }

  /** Returns all requests, in no particular order. */
  public List<R> all() {
    List<R> all = lines.all();
    for (R request = toEnd.first; request != null; request = toEnd.behind(request)) {
      all.add(request);
    }
    return all;
  }

  void add(R request, long nowNanos) {
    request.preemptedSinceNanos = nowNanos;
    lines.add(request);
    size++;
    order(request, nowNanos);
  }

  private void order(R request, long nowNanos) {
    if (preemption.order() == Preemption.Order.PRIORITY) {
      request.level = policy.level(request.progress(nowNanos, 0));
      NavigableMap<Integer, Level<R>> ofClass = levels(request.priorityClass());
      Level<R> level = ofClass.get(request.level);
      if (level == null) {
        level = new Level<>();
        ofClass.put(request.level, level);
      }
      level.add(request);
    }
  }

  void remove(R request) {
    if (toEnd.remove(request)) {
      size--;
      return;
    }
    size -= lines.remove(request) ? 1 : 0;
    NavigableMap<Integer, Level<R>> ofClass = levels(request.priorityClass());
    Level<R> level = ofClass.get(request.level);
    if (level != null) {
      level.remove(request);
      if (level.isEmpty()) {
        ofClass.remove(request.level);
      }
    }
  }

  /** Orders all requests by the present policy, and forgets the decisions of the earlier one. */
  void startAnew(long nowNanos) {
    for (NavigableMap<Integer, Level<R>> ofClass : levels.values()) {
      ofClass.clear();
    }
    for (R request : lines.all()) {
      request.forgetDecision();
      order(request, nowNanos);
    }
    for (R request = toEnd.first; request != null; request = toEnd.behind(request)) {
      request.forgetDecision();
    }
  }

  /** Returns the request that continues first; null if there is none. */
  @Nullable R next(Allocator.Ranking ranking, long nowNanos) {
    if (toEnd.first != null) {
      return toEnd.first;
    }
    R longestWithout = lines.first();
    if (longestWithout == null
        || preemption.order() != Preemption.Order.PRIORITY
        || isOverdue(longestWithout, nowNanos)) {
      return longestWithout;
    }
    R best = null;
    for (Level<R> level : levels(longestWithout.priorityClass()).values()) {
      R oldest = requireNonNull(level.oldest());
      oldest.priority = ranking.ofFirst(oldest, nowNanos);
      if (best == null
          || oldest.priority > best.priority
          || (oldest.priority == best.priority && oldest.id() < best.id())) {
        best = oldest;
      }
    }
    return best;
  }

  /** True if the request needs a thread only to end. */
  boolean isOnlyToEnd(R request) {
    return toEnd.contains(request);
  }

  /**
   * True if the request goes before the order of the policy: it only has to end, or it has been
   * preempted for too long.
   */
  boolean isOverdue(R request, long nowNanos) {
    return isOnlyToEnd(request)
        || (lines.contains(request)
            && nowNanos - request.preemptedSinceNanos >= preemption.longestPreemptionNanos());
  }

  /**
   * Requests of one {@linkplain org.curtail.Policy#level level}. A change takes logarithmic time.
   * The oldest request is kept in a field, because each choice asks for it.
   */
  static final class Level<R extends DispatchedRequest> {
    private final TreeSet<R> byArrival =
        new TreeSet<>(Comparator.comparingLong(DispatchedRequest::id));

    private @Nullable R oldest;

    /** Null if there is none. */
    @Nullable R oldest() {
      return oldest;
    }

    boolean isEmpty() {
      return byArrival.isEmpty();
    }

    void add(R request) {
      byArrival.add(request);
      oldest = byArrival.first();
    }

    void remove(R request) {
      byArrival.remove(request);
      oldest = byArrival.isEmpty() ? null : byArrival.first();
    }
  }
}
