package org.curtail.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.curtail.lucene.Termination.Probable;

/**
 * Finds the {@link Probable} termination that loses no more than an asked share of queries: learned
 * on one half of a query log, checked on the other.
 *
 * <p>A query is lost if its hits are not those of the whole index. Of each training query the least
 * share of its upper bound is found that would not have stopped it before its last hit. The share
 * learned leaves so few queries beyond it that, were the true loss above the asked rate, so few
 * would be seen with a probability of at most 5 % (binomial bound). Too few queries give 1, which
 * is safe.
 *
 * <p>Searches are sequential. Threads that share a search visit more chunks, so they lose less as a
 * rule; not always, for what one finds ahead can stop another where a sequential search goes on.
 */
public final class TerminationLearning {
  private static final double MISTAKE = 0.05;

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

  /**
   * Learns from a random half of the queries and checks on the other.
   *
   * @param lossRate share of queries that may be lost, above 0, below 1
   * @param seed of the halves
   */
  public Learned learn(List<Query> queries, double lossRate, long seed) throws IOException {
    var shuffled = new ArrayList<>(queries);
    Collections.shuffle(shuffled, new Random(seed));
    int half = shuffled.size() / 2;
    Probable termination = learn(shuffled.subList(0, half), lossRate);
    int lost = 0;
    long hits = 0;
    long hitsLost = 0;
    for (Query query : shuffled.subList(half, shuffled.size())) {
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

  private Probable learn(List<Query> training, double lossRate) throws IOException {
    if (!(lossRate > 0 && lossRate < 1)) {
      throw new IllegalArgumentException(
          "expected a loss rate above 0 and below 1, found " + lossRate);
    }
    if (!index.rank().isOrder()) {
      return new Probable(1); // there is nothing to lose, and nothing to gain
    }
    var needed = new ArrayList<Double>();
    for (Query query : training) {
      needed.add(search(query).neededShare());
    }
    needed.sort(null);
    int beyond = allowedBeyond(needed.size(), lossRate);
    return new Probable(beyond < 0 ? 1 : Math.clamp(needed.get(needed.size() - 1 - beyond), 0, 1));
  }

  /**
   * The most losses among n queries of which a true rate above the asked one would show so few only
   * with a probability of {@link #MISTAKE}; -1 if not even none is enough.
   */
  static int allowedBeyond(int queries, double lossRate) {
    // Terms of the binomial distribution, each from the one before, by logarithms.
    double log = queries * Math.log1p(-lossRate);
    double cumulative = Math.exp(log);
    int losses = -1;
    while (cumulative <= MISTAKE && losses < queries - 1) {
      losses++;
      int next = losses + 1;
      log +=
          Math.log((double) (queries - next + 1) / next)
              + Math.log(lossRate)
              - Math.log1p(-lossRate);
      cumulative += Math.exp(log);
    }
    return losses;
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
