package org.curtail.cli.profile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.curtail.Profile;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.lucene.QueryPredictor;
import org.curtail.predict.PredictionQuality;

/**
 * The quality of predictions of the demand of queries, learned from other queries, and the cost of
 * predicting.
 *
 * @param quality quality of the predictions, each query predicted from four fifths of the others
 * @param isCpuTime true if CPU time was learned and predicted, false if times of the profile
 * @param cpuUsPerQuery CPU time of the prediction for an unknown query, in microseconds
 * @param shareOfDemand this CPU time as a share of the time of queries at degree 1
 */
record DemandForecast(
    PredictionQuality quality, boolean isCpuTime, double cpuUsPerQuery, double shareOfDemand) {
  private static final int PARTS = 5;

  /** Number of passes before the timed one, so that the JVM has compiled the code. */
  private static final int WARM_UP_PASSES = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * Learns from the times of a profile and predicts.
   *
   * @param profile profile of the workload's queries, in their order
   * @param seed seed of the division of the queries
   * @return empty if there are too few queries to learn from
   */
  static Optional<DemandForecast> of(Workload workload, Profile profile, long seed) {
    double[] nanos =
        IntStream.range(0, profile.requests())
            .mapToDouble(q -> profile.timeMs(q, 1) * 1e6)
            .toArray();
    return of(workload, profile.meanMs(1), nanos, false, seed);
  }

  /**
   * Learns from CPU times and predicts.
   *
   * @param cpuNanos CPU time of each query
   */
  static Optional<DemandForecast> ofCpuTime(
      Workload workload, Profile profile, double[] cpuNanos, long seed) {
    return of(workload, profile.meanMs(1), cpuNanos, true, seed);
  }

  private static Optional<DemandForecast> of(
      Workload workload, double meanMs, double[] nanos, boolean isCpuTime, long seed) {
    List<Query> queries =
        workload.ranked().map(RankedQueries::queries).orElseGet(workload::queries);
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries.size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    var searcher = new IndexSearcher(workload.reader());
    double[] logPredicted = new double[queries.size()];
    double[] logTrue = new double[queries.size()];
    int known = 0;
    for (int part = 0; part < PARTS; part++) {
      QueryPredictor.ForSearcher predictor = new QueryPredictor().forSearcher(searcher);
      for (int i = 0; i < order.size(); i++) {
        if (i % PARTS != part) {
          int query = order.get(i);
          predictor.predict(queries.get(query), ScoreMode.TOP_SCORES).learn(whole(nanos[query]));
        }
      }
      for (int i = part; i < order.size(); i += PARTS) {
        int query = order.get(i);
        var predicted = predictor.predict(queries.get(query), ScoreMode.TOP_SCORES).prediction();
        if (predicted.isKnown()) {
          logPredicted[known] = StrictMath.log((double) predicted.knownNanos());
          logTrue[known] = StrictMath.log((double) whole(nanos[query]));
          known++;
        }
      }
    }
    if (known < queries.size()) {
      return Optional.empty();
    }
    double us = cpuUsPerQuery(queries, searcher);
    return Optional.of(
        new DemandForecast(
            PredictionQuality.of(logPredicted, logTrue), isCpuTime, us, us / 1e3 / meanMs));
  }

  private static long whole(double nanos) {
    return Math.max(1, Math.round(nanos));
  }

  private static double cpuUsPerQuery(List<Query> queries, IndexSearcher searcher) {
    long spentNanos = 0;
    for (int pass = 0; pass <= WARM_UP_PASSES; pass++) {
      QueryPredictor.ForSearcher unused = new QueryPredictor().forSearcher(searcher);
      long fromNanos = THREADS.getCurrentThreadCpuTime();
      for (Query query : queries) {
        unused.predict(query, ScoreMode.TOP_SCORES);
      }
      spentNanos = THREADS.getCurrentThreadCpuTime() - fromNanos;
    }
    return spentNanos / 1e3 / queries.size();
  }
}
