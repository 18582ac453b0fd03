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
 * Finds the {@link Probable} termination that loses no more than an asked share of queries: learned
 * on one half of a query log, checked on the other.
 *
 * <p>A query is lost if its hits are not those of the whole index. Of each training query the least
 * share of its upper bound is found that would not have stopped it before its last hit. The share
 * learned leaves so few queries beyond it that of equally many other queries of the same kind the
 * asked rate or more are lost with a probability of at most 1 %, whatever the distribution of these
 * shares: only the order in which the queries of both halves would stand counts. Too few queries
 * give 1, which is safe; for a rate of 1 % it takes a log of some 1,400.
 *
 * <p>Searches are sequential. Threads that share a search visit more chunks, so they lose less as a
 * rule; not always, for what one finds ahead can stop another where a sequential search goes on.
 */
public final class TerminationLearning {
  private static final double MISTAKE = 0.01;

  /**
   * What was learned.
   *
   * @param termination the rule
   * @param askedLossRate share of queries that may be lost, above 0, below 1
   * @param trainingQueries how many it was learned from
   * @param heldOutQueries how many it was checked on
   * @param heldOutLost how many of these are lost
   * @param heldOutHitsLost share of all their hits that are lost, 0 to 1
   */
  public record Learned(
      Probable termination,
      double askedLossRate,
      int trainingQueries,
      int heldOutQueries,
      int heldOutLost,
      double heldOutHitsLost) {
    /** The measured share of held-out queries that are lost; 0 without any. */
    public double heldOutLossRate() {
      return heldOutQueries == 0 ? 0 : (double) heldOutLost / heldOutQueries;
    }
  }

  private final RankedIndex index;
  private final int topHits;

  /** Learns on an index, whatever termination it is searched with. */
  public TerminationLearning(RankedIndex index, int topHits) {
    this.index = index;
    this.topHits = index.limited(topHits);
  }

  /** As {@link #learn(List, double, long, IntConsumer)}, telling nobody. */
  public Learned learn(List<Query> queries, double lossRate, long seed) throws IOException {
    return learn(queries, lossRate, seed, done -> {});
  }

  /**
   * Learns from a random half of the queries and checks on the other.
   *
   * @param lossRate share of queries that may be lost, above 0, below 1
   * @param seed of the halves
   * @param progress told before each query how many are done; may throw to stop
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
      return new Probable(1); // there is nothing to lose, and nothing to gain
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
   * How many of the training queries may be lost so that of other queries, drawn alike, the asked
   * rate or more are lost only with a probability of {@link #MISTAKE}; -1 if not even none is few
   * enough.
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
   * The probability that more than so many of the others lie beyond the greatest training query but
   * {@code beyond}, if all orders are equally likely (negative hypergeometric distribution).
   */
  private static double probabilityOfMore(int most, int beyond, int training, int others) {
    // The first term, none of the others, and each further one from the one before.
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
