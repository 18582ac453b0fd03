package org.curtail.lucene.ranked;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * State of one worker in one leaf: its position, the minimum score set on the scorer, and the
 * ranks.
 *
 * <p>Lucene's own bulk scorer finds the matches. The scorer's minimum competitive score is the
 * least dynamic score that can still enter the top, with the greatest static score of the current
 * chunk. So it skips blocks of postings as in any search by score. Within a chunk the minimum rises
 * with the worker's own hits. From chunk to chunk it rises with hits of others and with falling
 * ranks.
 *
 * <p>Chunks come in ascending order. For a chunk before the present one ({@linkplain #isPast}),
 * another leaf state is needed. Not thread-safe.
 */
final class RankedLeaf implements LeafCollector {
  private final int docBase;
  private final StaticScore.OfLeaf staticScores;

  private int searchedTo;
  private int nextDoc;
  private float leastDynamic;

  private @Nullable RankedChunk chunk;
  private @Nullable LocalHits hits;
  private @Nullable Scorable scorable;

  RankedLeaf(LeafReaderContext leaf, StaticScore score) throws IOException {
    this.docBase = leaf.docBase;
    this.staticScores = score.of(leaf);
  }

  /**
   * True if scorer and ranks are past this chunk. This case happens when a thread has finished a
   * lane and takes another that alternates with it.
   */
  boolean isPast(RankedChunk next) {
    return next.minDoc() < searchedTo;
  }

  /** Offers the matches of a chunk that a scorer finds. All chunks need the same scorer. */
  void score(BulkScorer scorer, @Nullable Bits acceptDocs, RankedChunk next, LocalHits to)
      throws IOException {
    searchedTo = next.maxDoc();
    if (nextDoc >= next.maxDoc()) {
      return;
    }
    chunk = next;
    hits = to;
    nextDoc = scorer.score(this, acceptDocs, Math.max(next.minDoc(), nextDoc), next.maxDoc());
  }

  @Override
  public void setScorer(Scorable to) throws IOException {
    scorable = to;
    if (leastDynamic > 0) {
      to.setMinCompetitiveScore(leastDynamic); // the scorer may be a new one
    }
    raise(requireNonNull(chunk).minDoc());
  }

  @Override
  public void collect(int doc) throws IOException {
    LocalHits to = requireNonNull(hits);
    RankedChunk at = requireNonNull(chunk);
    float dynamic = requireNonNull(scorable).score();
    to.count();
    if (HitOrder.encode(HitOrder.relevance(dynamic, at.greatestStatic()), docBase + doc)
        <= to.worst()) {
      return; // no rank is high enough, so the rank is not read
    }
    double added =
        at.greatestStatic() == at.leastStatic() ? at.leastStatic() : staticScores.of(doc);
    if (to.offer(HitOrder.relevance(dynamic, added), docBase + doc)) {
      raise(doc + 1);
    }
  }

  private void raise(int firstDoc) throws IOException {
    float least =
        HitOrder.leastDynamic(
            requireNonNull(hits).worst(),
            requireNonNull(chunk).greatestStatic(),
            docBase + firstDoc);
    if (least > leastDynamic) {
      leastDynamic = least;
      requireNonNull(scorable).setMinCompetitiveScore(least);
    }
  }
}
