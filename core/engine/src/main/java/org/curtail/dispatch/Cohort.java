package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one class that are served by equally many threads.
 *
 * <p>Age, execution time and attained service of all of them grow at the same rate, so who is ahead
 * of whom in one of these stays so. Where priorities are {@linkplain org.curtail.Traits#isMonotone
 * monotone}, the greatest is found by the threshold algorithm (Fagin, Lotem, Naor: Optimal
 * aggregation algorithms for middleware, JCSS 2003): whoever comes next in any of these orders is
 * asked, until nobody further down can have more than the greatest so far. As a rule the first one
 * is first in all orders, since whoever started earlier was helped earlier; threads that wake up in
 * another order change that a little. Joining and leaving take logarithmic time.
 */
final class Cohort<R extends DispatchedRequest> {
  /** Where a request stands in its cohort. */
  static final class Place<R extends DispatchedRequest> {
    private final Cohort<R> cohort;
    private final R request;
    private final long arrivalNanos;
    private final long startNanos;

    /** Attained service less what grows at the same rate for all; may wrap around. */
    private final long lead;

    /** The last search that has asked it. */
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

  /** That a request may have had at a time, also under earlier policies. */
  private final int mostThreads;

  // All places, in the orders of what priority may depend on.
  private final NavigableSet<Place<R>> byArrival =
      sorted(Comparator.comparingLong(p -> p.arrivalNanos));
  private final NavigableSet<Place<R>> byStart =
      sorted(Comparator.comparingLong(p -> p.startNanos));
  private final NavigableSet<Place<R>> byService = sorted((p, q) -> Long.signum(q.lead - p.lead));

  /** As the others, whoever is equal: who started first is first. */
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

  /** Takes in a request that all its threads serve already. */
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
   * Who wants a thread and has the greatest priority; of several the one that started first. Drops
   * those that it finds to want none.
   */
  @Nullable R neediest(Ranking ranking, long nowNanos) {
    var search = new Search(ranking, nowNanos);
    search.run();
    for (R request : search.content) {
      request.leaveCohort();
    }
    return search.best;
  }

  private final class Search {
    private final Ranking ranking;
    private final long nowNanos;
    private final long number = ++searches;
    private final List<R> content = new ArrayList<>(0);
    private @Nullable R best;

    Search(Ranking ranking, long nowNanos) {
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
        // Nobody further down has more than the most of these; of equals it is not the first.
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

    /** The greatest priority that one can have who is behind each of these in its order. */
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
