package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.search.ScoreDoc;

/** One search in order of importance on the calling thread, without an engine, chunk by chunk. */
final class SequentialSearch {
  private static final int BISECTIONS = 40;

  private final ChunkSource source;
  private final int topHits;

  SequentialSearch(ChunkSource source, int topHits) {
    this.source = source;
    this.topHits = topHits;
  }

  /** Returns the hits with a termination. */
  RankedHits run(Termination termination) throws IOException {
    source.begin();
    double bound = termination.dynamicBound(source.dynamicUpperBound());
    var top = new TopHits(topHits);
    var hits = new LocalHits(top, topHits);
    ChunkScorer scorer = source.join();
    var visited = new BitSet(source.count());
    for (int chunk = 0; chunk < source.count(); chunk++) {
      if (!source.bounds().mayImprove(chunk, bound, hits.worst())) {
        break;
      }
      visited.set(chunk);
      scorer.score(chunk, hits);
      hits.publish();
    }
    source.addVisited(visited);
    return new RankedHits(top.topDocs(hits.collected()), source.count(), visited);
  }

  /**
   * Returns the least share of the query's upper bound with which {@link Termination.Probable}
   * would not stop before the last hit. Returns 0 if it could not stop at all, as with an infinite
   * bound.
   */
  double neededShare() throws IOException {
    Set<Integer> wanted = new HashSet<>();
    for (ScoreDoc hit : run(Termination.OFF).top().scoreDocs) {
      wanted.add(hit.doc);
    }
    double upperBound = source.dynamicUpperBound();
    if (Double.isInfinite(upperBound)) {
      return 0;
    }
    source.begin(); // some queries can be scored only once
    var top = new TopHits(topHits);
    var hits = new LocalHits(top, topHits);
    ChunkScorer scorer = source.join();
    double share = 0;
    for (int chunk = 0; chunk < source.count() && !wanted.isEmpty(); chunk++) {
      if (hits.worst() != HitOrder.NOTHING) {
        share = sufficientShare(share, chunk, upperBound, hits.worst());
      }
      scorer.score(chunk, hits);
      hits.publish();
      for (ScoreDoc hit : top.topDocs(0).scoreDocs) {
        wanted.remove(hit.doc);
      }
    }
    return share;
  }

  /** Returns the least share, at least {@code atLeast}, with which a chunk is not skipped. */
  private double sufficientShare(double atLeast, int chunk, double upperBound, long worst) {
    double stops = atLeast;
    double goesOn = 1;
    if (source.bounds().mayImprove(chunk, stops * upperBound, worst)) {
      return atLeast;
    }
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (stops + goesOn) / 2;
      if (source.bounds().mayImprove(chunk, middle * upperBound, worst)) {
        goesOn = middle;
      } else {
        stops = middle;
      }
    }
    return goesOn;
  }
}
