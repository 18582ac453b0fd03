package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.curtail.lucene.ranked.Termination.Probable;

/**
 * Learning of the {@link Probable} termination that loses at most a given share of queries. The
 * learning learns from one half of a query log and checks on the other half.
 *
 * <p>A query is lost if its hits are not those of the whole index. For each training query, the
 * least share of its upper bound is computed that does not stop it before its last hit. The learned
 * share is exceeded by few enough training queries. Then, among equally many other queries of the
 * same kind, the given rate or more are lost with a probability of at most 1 %. This result holds
 * for any distribution of these shares, since only the order of the queries of both halves counts.
 * Too few queries give 1, which is safe. A rate of 1 % needs a log of about 1,400 queries.
 *
 * <p>Searches are sequential. Threads that share a search visit more chunks, so they usually lose
 * less. Sometimes they lose more: a hit found ahead can stop one where a sequential search
 * continues.
 */
public final class TerminationLearning {
  private static final double MISTAKE = 0.01;

  /**
   * Result of learning.
   *
   * @param termination the learned rule
   * @param askedLossRate allowed share of lost queries, above 0, below 1
   * @param trainingQueries number of queries in training
   * @param heldOutQueries number of queries in the check
   * @param heldOutLost number of lost queries in the check
   * @param heldOutHitsLost lost share of all hits in the check, 0 to 1
   */
  public record Learned(
      Probable termination,
      double askedLossRate,
      int trainingQueries,
      int heldOutQueries,
      int heldOutLost,
      double heldOutHitsLost) {
    /** Measured share of lost queries in the check; 0 without any. */
    public double heldOutLossRate() {
      return heldOutQueries == 0 ? 0 : (double) heldOutLost / heldOutQueries;
    }
  }

  private final RankedIndex index;
  private final int topHits;

  /** Learns on an index, regardless of its own termination. */
  public TerminationLearning(RankedIndex index, int topHits) {
    this.index = index;
    this.topHits = index.limited(topHits);
  }

  /** Learns without progress; see {@link #learn(List, double, long, IntConsumer)}. */
  public Learned learn(List<Query> queries, double lossRate, long seed) throws IOException {
    return learn(queries, lossRate, seed, done -> {});
  }

  /**
   * Learns from a random half of the queries and checks on the other.
   *
   * @param lossRate allowed share of lost queries, above 0, below 1
   * @param seed seed of the random halves
   * @param progress receives the number of finished queries before each query; may throw to stop
   */
  public Learned learn(List<Query> queries, double lossRate, long seed, IntConsumer progress)
      throws IOException {
    var shuffled = new ArrayList<>(queries);
    Collections.shuffle(shuffled, new Random(seed));
    int half = shuffled.size() / 2;
    Probable termination =
        learn(shuffled.subList(0, half), shuffled.size() - half, lossRate, progress);
    int done = half;
    int lost = 0;
    long hits = 0;
    long hitsLost = 0;
    for (Query query : shuffled.subList(half, shuffled.size())) {
      progress.accept(done++);
      TopDocs all = search(query).run(Termination.OFF).top();
      TopDocs found = search(query).run(termination).top();
      int missing = missing(all, found);
      hits += all.scoreDocs.length;
      hitsLost += missing;
      lost += missing > 0 ? 1 : 0;
    }
    return new Learned(
        termination,
        lossRate,
        half,
        shuffled.size() - half,
        lost,
        hits == 0 ? 0 : (double) hitsLost / hits);
  }

  private SequentialSearch search(Query query) {
    return new SequentialSearch(index.source(query), topHits);
  }

  private Probable learn(List<Query> training, int others, double lossRate, IntConsumer progress)
      throws IOException {
    if (!(lossRate > 0 && lossRate < 1)) {
      throw new IllegalArgumentException(
          "expected a loss rate above 0 and below 1, found " + lossRate);
    }
    if (!index.rank().isOrder()) {
      return new Probable(1); // without order, termination has no effect
    }
    var needed = new ArrayList<Double>();
    for (Query query : training) {
      progress.accept(needed.size());
      needed.add(search(query).neededShare());
    }
    needed.sort(null);
    int beyond = allowedBeyond(needed.size(), others, lossRate);
    return new Probable(beyond < 0 ? 1 : Math.clamp(needed.get(needed.size() - 1 - beyond), 0, 1));
  }

  /**
   * Returns the allowed number of lost training queries. Among other queries of the same
   * distribution, the given rate or more are then lost only with a probability of {@link #MISTAKE}.
   * Returns -1 if even 0 is too many.
   */
  static int allowedBeyond(int training, int others, double lossRate) {
    int mostLost = (int) Math.ceil(lossRate * others) - 1;
    int allowed = -1;
    while (allowed + 1 < training
        && probabilityOfMore(mostLost, allowed + 1, training, others) <= MISTAKE) {
      allowed++;
    }
    return allowed;
  }

  /**
   * Probability that more than {@code most} of the others lie above the training query of rank
   * {@code beyond} from the top, if all orders are equally likely (negative hypergeometric
   * distribution).
   */
  private static double probabilityOfMore(int most, int beyond, int training, int others) {
    // The first term is for none of the others. Each further term follows from the one before.
    double log = 0;
    for (int i = 0; i <= beyond; i++) {
      log += Math.log((double) (training - i) / (training + others - i));
    }
    double atMost = 0;
    for (int lost = 0; lost <= Math.min(most, others); lost++) {
      if (lost > 0) {
        log +=
            Math.log((double) (lost + beyond) / lost)
                + Math.log((double) (others - lost + 1) / (others - lost + training - beyond));
      }
      atMost += Math.exp(log);
    }
    return 1 - atMost;
  }

  private static int missing(TopDocs all, TopDocs found) {
    int missing = 0;
    for (ScoreDoc hit : all.scoreDocs) {
      boolean there = false;
      for (ScoreDoc other : found.scoreDocs) {
        there |= other.doc == hit.doc;
      }
      missing += there ? 0 : 1;
    }
    return missing;
  }
}
