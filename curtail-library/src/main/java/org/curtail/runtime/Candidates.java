package org.curtail.runtime;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * The running requests that want more threads than they have. Guarded by the dispatcher's lock;
 * what a request wants may change without it, so each is looked at again before it is chosen.
 *
 * <p>Where priorities are {@linkplain org.curtail.Traits#isMonotone monotone}, they stand in {@link
 * Cohort}s, and choosing one asks, as a rule, for few priorities per number of threads, however
 * many requests run. Where they are not, it asks for that of each.
 */
final class Candidates {
  /** How urgently a request needs one thread more; the same for all of one choice. */
  interface Ranking {
    double priority(Progress progress);
  }

  private final boolean isMonotone;
  private final int maxDegree;

  /** By class, then by threads. */
  private final EnumMap<PriorityClass, List<Cohort>> cohorts = new EnumMap<>(PriorityClass.class);

  /** In no cohort, since a thread is still on its way to it, or since there are none. */
  private final Set<Request<?, ?>> apart = new LinkedHashSet<>();

  Candidates(boolean isMonotone, int maxDegree) {
    this.isMonotone = isMonotone;
    this.maxDegree = maxDegree;
    for (PriorityClass priorityClass : PriorityClass.values()) {
      cohorts.put(priorityClass, new ArrayList<>());
    }
  }

  /** To be called whenever the threads of a running request change, or it wants more. */
  void update(Request<?, ?> request) {
    remove(request);
    if (request.wantsThread()) {
      apart.add(request);
    }
  }

  /** Makes the order anew, of which an error has left only a part. */
  void rebuild(Iterable<Request<?, ?>> running) {
    cohorts.values().forEach(List::clear);
    apart.clear();
    for (Request<?, ?> request : running) {
      request.forgetCohort();
      update(request);
    }
  }

  void remove(Request<?, ?> request) {
    request.leaveCohort();
    apart.remove(request);
  }

  /**
   * Whom a free thread helps first: the most important class, then the greatest priority, then who
   * started first.
   */
  @Nullable Request<?, ?> neediest(Ranking ranking, long nowNanos) {
    Request<?, ?> best = null;
    for (Iterator<Request<?, ?>> all = apart.iterator(); all.hasNext(); ) {
      Request<?, ?> request = all.next();
      if (!request.wantsThread()) {
        all.remove();
      } else if (isMonotone && request.isServedByAll()) {
        all.remove();
        request.joinCohort(cohort(request));
      } else {
        request.priority = ranking.priority(request.progress(nowNanos));
        best = first(best, request);
      }
    }
    for (var ofClass : cohorts.entrySet()) {
      if (best != null && best.priorityClass().compareTo(ofClass.getKey()) < 0) {
        break;
      }
      for (Cohort cohort : ofClass.getValue()) {
        best = first(best, cohort.neediest(ranking, nowNanos));
      }
    }
    return best;
  }

  private Cohort cohort(Request<?, ?> request) {
    List<Cohort> byThreads =
        cohorts.computeIfAbsent(request.priorityClass(), c -> new ArrayList<>());
    while (byThreads.size() <= request.threads()) {
      byThreads.add(new Cohort(byThreads.size(), maxDegree));
    }
    return byThreads.get(request.threads());
  }

  private static @Nullable Request<?, ?> first(
      @Nullable Request<?, ?> one, @Nullable Request<?, ?> other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    int order = one.priorityClass().compareTo(other.priorityClass());
    boolean otherIsFirst = order == 0 && goesBefore(other.priority, other.startOrder, one);
    return order > 0 || otherIsFirst ? other : one;
  }

  /** Whether somebody of this priority goes before another of the same class. */
  static boolean goesBefore(double priority, long startOrder, Request<?, ?> other) {
    return priority > other.priority
        || (priority == other.priority && startOrder < other.startOrder);
  }
}
