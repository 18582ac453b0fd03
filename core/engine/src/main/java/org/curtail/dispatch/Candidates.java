package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.Traits;
import org.jspecify.annotations.Nullable;

/**
 * The running requests that want more threads than they have. The wish of a request may change at
 * any time, so each request is checked again before it is chosen.
 *
 * @param <R> the requests
 */
sealed interface Candidates<R extends DispatchedRequest> {
  /**
   * Returns the candidates for a policy of these traits.
   *
   * @param maxDegree greatest degree of the policy
   * @param mostThreads most threads of a request, also under earlier policies
   */
  static <R extends DispatchedRequest> Candidates<R> of(
      Traits traits, int maxDegree, int mostThreads) {
    if (!traits.ranks()) {
      return new ByAge<>();
    }
    return traits.isMonotone() ? new InCohorts<>(maxDegree, mostThreads) : new ByPriority<>();
  }

  /** Updates the list. Called after each change of a running request's threads or wishes. */
  void update(R request);

  /** Removes a request that does not run any more. */
  void remove(R request);

  /**
   * Returns the request that gets a free thread first; null if there is none. The most important
   * class is first, then the greatest priority, then the earliest start.
   */
  @Nullable R neediest(Allocator.Ranking ranking, long nowNanos);

  /** Candidates in one collection. Each request has a flag that says if it is there. */
  abstract static sealed class Listed<R extends DispatchedRequest> implements Candidates<R> {
    /** Adds a request that is not listed yet. */
    abstract void list(R request);

    /** Removes a request that is listed. */
    abstract void strike(R request);

    @Override
    public final void update(R request) {
      boolean wants = request.wantsThread();
      if (wants && !request.isCandidate) {
        list(request);
        request.isCandidate = true;
      } else if (!wants) {
        remove(request);
      }
    }

    @Override
    public final void remove(R request) {
      if (request.isCandidate) {
        strike(request);
        request.isCandidate = false;
      }
    }
  }

  /**
   * Candidates of a policy that does not rank: the earliest start is first. A change takes
   * logarithmic time.
   */
  static final class ByAge<R extends DispatchedRequest> extends Listed<R> {
    private final TreeSet<R> byAge =
        new TreeSet<>(
            Comparator.comparing(DispatchedRequest::priorityClass)
                .thenComparingLong(DispatchedRequest::startOrder));

    @Override
    void list(R request) {
      byAge.add(request);
    }

    @Override
    void strike(R request) {
      byAge.remove(request);
    }

    @Override
    public @Nullable R neediest(Allocator.Ranking ranking, long nowNanos) {
      while (!byAge.isEmpty()) {
        R request = byAge.first();
        if (request.wantsThread()) {
          return request;
        }
        remove(request);
      }
      return null;
    }
  }

  /** Candidates without an order. A choice asks the policy for the priority of each. */
  static final class ByPriority<R extends DispatchedRequest> extends Listed<R> {
    /** All candidates, each at its {@link DispatchedRequest#candidateIndex}. */
    private final List<R> all = new ArrayList<>();

    @Override
    void list(R request) {
      all.add(request);
      request.candidateIndex = all.size() - 1;
    }

    /** Removes a request. The last one of the list takes its index. */
    @Override
    void strike(R request) {
      R last = all.getLast();
      all.set(request.candidateIndex, last);
      last.candidateIndex = request.candidateIndex;
      all.removeLast();
    }

    @Override
    public @Nullable R neediest(Allocator.Ranking ranking, long nowNanos) {
      R best = null;
      // From the end: a removed request gives its index to the last one, which was asked before.
      for (int i = all.size() - 1; i >= 0; i--) {
        R request = all.get(i);
        if (request.wantsThread()) {
          request.priority = ranking.priority(request.progress(nowNanos));
          best = first(best, request);
        } else {
          remove(request);
        }
      }
      return best;
    }

    /** Returns the first of two requests whose priorities are known. */
    static <R extends DispatchedRequest> @Nullable R first(@Nullable R one, @Nullable R other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      boolean otherIsFirst =
          other.isMoreImportantThan(one)
              || (!one.isMoreImportantThan(other)
                  && one.yieldsTo(other.priority, other.startOrder));
      return otherIsFirst ? other : one;
    }
  }

  /**
   * Candidates with {@linkplain org.curtail.Traits#isMonotone monotone} priorities, in {@link
   * Cohort}s. For each number of threads, a choice usually asks for few priorities, even if many
   * requests run.
   */
  static final class InCohorts<R extends DispatchedRequest> implements Candidates<R> {
    private final int maxDegree;
    private final int mostThreads;

    /** Cohorts by class, then by number of threads. */
    private final EnumMap<PriorityClass, List<Cohort<R>>> cohorts =
        new EnumMap<>(PriorityClass.class);

    /** Requests without a cohort yet, or with a thread that is still waking up. */
    private final Set<R> apart = new LinkedHashSet<>();

    InCohorts(int maxDegree, int mostThreads) {
      this.maxDegree = maxDegree;
      this.mostThreads = mostThreads;
      for (PriorityClass priorityClass : PriorityClass.values()) {
        cohorts.put(priorityClass, new ArrayList<>());
      }
    }

    @Override
    public void update(R request) {
      remove(request);
      if (request.wantsThread()) {
        apart.add(request);
      }
    }

    @Override
    public void remove(R request) {
      request.leaveCohort();
      apart.remove(request);
    }

    @Override
    public @Nullable R neediest(Allocator.Ranking ranking, long nowNanos) {
      R best = null;
      for (Iterator<R> all = apart.iterator(); all.hasNext(); ) {
        R request = all.next();
        if (!request.wantsThread()) {
          all.remove();
        } else if (request.isServedByAll()) {
          all.remove();
          request.place = cohort(request).add(request);
        } else {
          request.priority = ranking.priority(request.progress(nowNanos));
          best = ByPriority.first(best, request);
        }
      }
      for (var ofClass : cohorts.entrySet()) {
        if (best != null && best.priorityClass().compareTo(ofClass.getKey()) < 0) {
          break;
        }
        for (Cohort<R> cohort : ofClass.getValue()) {
          best = ByPriority.first(best, cohort.neediest(ranking, nowNanos));
        }
      }
      return best;
    }

    private Cohort<R> cohort(R request) {
      List<Cohort<R>> byThreads = requireNonNull(cohorts.get(request.priorityClass()));
      while (byThreads.size() <= request.threads()) {
        byThreads.add(new Cohort<>(byThreads.size(), maxDegree, mostThreads));
      }
      return byThreads.get(request.threads());
    }
  }

  /**
   * Requests of one class that have the same number of threads.
   *
   * <p>Age, execution time and attained service of all these requests grow at the same rate. So the
   * order by each of the three never changes. If priorities are {@linkplain
   * org.curtail.Traits#isMonotone monotone}, the threshold algorithm finds the greatest one (Fagin,
   * Lotem, Naor: Optimal aggregation algorithms for middleware, JCSS 2003). It asks the next
   * request in each of these orders, until no later request can have a greater priority. Usually
   * one request is first in all orders, because earlier requests got threads earlier. Threads that
   * wake up in another order change that a little. A change takes logarithmic time.
   */
  static final class Cohort<R extends DispatchedRequest> {
    /** The place of a request in its cohort. */
    static final class Place<R extends DispatchedRequest> {
      private final Cohort<R> cohort;
      private final R request;
      private final long arrivalNanos;
      private final long startNanos;

      /** The {@linkplain DispatchedRequest#leadNanos lead} of the request; may wrap around. */
      private final long lead;

      /** The last search that has asked for its priority. */
      private long askedIn;

      private Place(Cohort<R> cohort, R request) {
        this.cohort = cohort;
        this.request = request;
        arrivalNanos = request.arrivalNanos();
        startNanos = request.startNanos();
        lead = request.leadNanos();
      }

      void leave() {
        cohort.remove(this);
      }

      private long startOrder() {
        return request.startOrder;
      }
    }

    private final int threads;
    private final int maxDegree;

    /** Most threads of a request, also under earlier policies. */
    private final int mostThreads;

    // All places, in the order of each value that a priority may depend on.
    private final NavigableSet<Place<R>> byArrival =
        sorted(Comparator.comparingLong(p -> p.arrivalNanos));
    private final NavigableSet<Place<R>> byStart =
        sorted(Comparator.comparingLong(p -> p.startNanos));
    private final NavigableSet<Place<R>> byService = sorted((p, q) -> Long.signum(q.lead - p.lead));

    /**
     * All places by the start of their requests. The order of the starts decides between equal
     * priorities.
     */
    private final NavigableSet<Place<R>> byStartOrder =
        new TreeSet<>(Comparator.comparingLong(Place::startOrder));

    private long searches;

    Cohort(int threads, int maxDegree, int mostThreads) {
      this.threads = threads;
      this.maxDegree = maxDegree;
      this.mostThreads = mostThreads;
    }

    private static <R extends DispatchedRequest> NavigableSet<Place<R>> sorted(
        Comparator<Place<R>> order) {
      return new TreeSet<>(order.thenComparingLong(Place::startOrder));
    }

    /** Adds a request that all its threads serve already. */
    Place<R> add(R request) {
      var place = new Place<>(this, request);
      byArrival.add(place);
      byStart.add(place);
      byService.add(place);
      byStartOrder.add(place);
      return place;
    }

    private void remove(Place<R> place) {
      byArrival.remove(place);
      byStart.remove(place);
      byService.remove(place);
      byStartOrder.remove(place);
    }

    /**
     * Returns the request that wants a thread and has the greatest priority; of equal ones, the
     * first to start. Drops requests that want none.
     */
    @Nullable R neediest(Allocator.Ranking ranking, long nowNanos) {
      var search = new Search(ranking, nowNanos);
      search.run();
      for (R request : search.content) {
        request.leaveCohort();
      }
      return search.best;
    }

    private final class Search {
      private final Allocator.Ranking ranking;
      private final long nowNanos;
      private final long number = ++searches;
      private final List<R> content = new ArrayList<>(0);
      private @Nullable R best;

      Search(Allocator.Ranking ranking, long nowNanos) {
        this.ranking = ranking;
        this.nowNanos = nowNanos;
      }

      void run() {
        Iterator<Place<R>> arrivals = byArrival.iterator();
        Iterator<Place<R>> starts = byStart.iterator();
        Iterator<Place<R>> services = byService.iterator();
        Iterator<Place<R>> order = byStartOrder.iterator();
        boolean open = order.hasNext();
        while (open) {
          Place<R> oldest = ask(arrivals.next());
          Place<R> earliest = ask(starts.next());
          Place<R> mostServed = ask(services.next());
          Place<R> foremost = ask(order.next());
          // No later request has a greater priority. Of equal requests, a later one is not first.
          open =
              order.hasNext()
                  && (best == null
                      || best.yieldsTo(
                          threshold(oldest, earliest, mostServed), foremost.startOrder()));
        }
      }

      private Place<R> ask(Place<R> place) {
        R request = place.request;
        if (place.askedIn == number) {
          return place;
        }
        place.askedIn = number;
        if (!request.wantsThread()) {
          content.add(request);
          return place;
        }
        request.priority = ranking.priority(request.progress(nowNanos));
        if (best == null || best.yieldsTo(request.priority, request.startOrder)) {
          best = request;
        }
        return place;
      }

      /**
       * The greatest possible priority of a request that comes after these three in their orders.
       */
      private double threshold(Place<R> oldest, Place<R> earliest, Place<R> mostServed) {
        long executionNanos = Math.max(nowNanos - earliest.startNanos, 0);
        long attainedNanos = mostServed.lead + threads * nowNanos;
        return ranking.priority(
            new Progress(
                Math.max(nowNanos - oldest.arrivalNanos, executionNanos),
                executionNanos,
                Math.clamp(
                    attainedNanos, executionNanos, Instants.times(executionNanos, mostThreads)),
                maxDegree,
                threads,
                Prediction.NONE));
      }
    }
  }
}
