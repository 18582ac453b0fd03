package org.curtail.papers.experiments;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;
import org.curtail.benchkit.standin.KwikenRandom;

/**
 * Queries through the stand-in for Bing's search on one day, without queues. After T_z the rest of
 * a query gets faster (Kwiken, sections 4.3 and 5.4). Lookups get more threads, running lookups
 * too. The network loses no more packets from the next visit on; a packet that is already lost
 * still waits for its time-out.
 */
final class KwikenLateSearch {
  /** "Using 3 threads yields roughly a 2X speed up" (section 5.4). */
  static final int DEGREE = 3;

  static final double SPEEDUP = 2;

  private static final int HALVINGS = 40;

  private final List<KwikenSearch.Part> parts;
  private final int queries;
  private final long seed;

  KwikenLateSearch(List<KwikenSearch.Part> parts, int queries, long seed) {
    this.parts = List.copyOf(parts);
    this.queries = queries;
    this.seed = seed;
  }

  /**
   * The start times of catching up; infinite for never.
   *
   * @param threadsMillis time since the start of the query, for lookups
   * @param networkMillis time since the start of the query, for the network
   * @param wholeVisits true for help only for lookups that begin late
   */
  record From(double threadsMillis, double networkMillis, boolean wholeVisits) {
    static final From NEVER = new From(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, false);

    From threads(double millis) {
      return new From(millis, networkMillis, wholeVisits);
    }

    From network(double millis) {
      return new From(threadsMillis, millis, wholeVisits);
    }

    From ofWholeVisits() {
      return new From(threadsMillis, networkMillis, true);
    }
  }

  /**
   * The result.
   *
   * @param p99Millis p99 of the queries
   * @param moreThreads additional mean number of busy threads in lookups, as a share of that
   *     without catching up
   * @param firstOnNetwork share of the network's visits that go first
   */
  record Outcome(double p99Millis, double moreThreads, double firstOnNetwork) {}

  /** All trials have the same queries. */
  Outcome run(From from) {
    double[] now = new double[queries];
    double usual = 0;
    double threads = 0;
    long first = 0;
    long visits = 0;
    for (int p = 0; p < parts.size(); p++) {
      KwikenSearch.Part part = parts.get(p);
      var chance = KwikenRandom.of(seed, 23, p);
      for (int i = 0; i < queries; i++) {
        int drawn = chance.below(part.workMillis().length);
        double work = part.workMillis()[drawn];
        double millis = Math.min(work, part.timeOutMillis());
        if (part.isLookup()) {
          usual += millis;
          double alone = aloneMillis(now[i], work, from);
          double left = Math.max(0, part.timeOutMillis() - alone);
          double together = Math.min((work - alone) / SPEEDUP, left);
          millis = Math.min(alone, part.timeOutMillis()) + together;
          threads += millis + (DEGREE - 1) * together;
        } else if (part.isNetwork()) {
          visits++;
          if (now[i] >= from.networkMillis()) {
            first++;
            millis = Math.min(part.safeMillis()[drawn], part.timeOutMillis());
          }
        }
        now[i] += millis;
      }
    }
    Arrays.sort(now);
    return new Outcome(
        Percentile.of(now, KwikenPlans.PERCENTILE), threads / usual - 1, (double) first / visits);
  }

  /** Returns the time of a lookup on one thread. */
  private static double aloneMillis(double beganMillis, double work, From from) {
    double until = Math.max(0, from.threadsMillis() - beganMillis);
    return until == 0 || (until < work && !from.wholeVisits()) ? until : work;
  }

  /** Returns the earliest start with a cost of at most a share. */
  From earliest(DoubleFunction<From> from, ToDoubleFunction<Outcome> cost, double share) {
    double soon = 0;
    double late = latestMillis();
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (soon + late) / 2;
      if (cost.applyAsDouble(run(from.apply(middle))) > share) {
        soon = middle;
      } else {
        late = middle;
      }
    }
    return from.apply(late);
  }

  /** Upper limit of the end of the last query. */
  private double latestMillis() {
    double sum = 0;
    for (KwikenSearch.Part part : parts) {
      double slowest = Arrays.stream(part.workMillis()).max().orElseThrow();
      sum += Math.min(slowest, part.timeOutMillis());
    }
    return sum;
  }
}
