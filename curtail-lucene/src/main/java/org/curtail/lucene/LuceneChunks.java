package org.curtail.lucene;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.jspecify.annotations.Nullable;

/** The chunks of an index, searched by Lucene. */
final class LuceneChunks implements ChunkSource {
  private final IndexSearcher searcher;
  private final StaticScore score;
  private final RankedChunks chunks;
  private final Query query;

  private @Nullable LeafScorers scorers;

  /** By leaf; absent if the query's scorers are known to score any part of one. */
  private GuardedLeaf @Nullable [] guarded;

  private double dynamicUpperBound;

  LuceneChunks(IndexSearcher searcher, StaticScore score, RankedChunks chunks, Query query) {
    this.searcher = searcher;
    this.score = score;
    this.chunks = chunks;
    this.query = query;
  }

  @Override
  public void begin() throws IOException {
    LeafScorers begun = LeafScorers.of(searcher, query, ScoreMode.TOP_SCORES);
    scorers = begun;
    dynamicUpperBound =
        score.rank().isOrder() ? ScoreBound.of(searcher, begun) : Double.POSITIVE_INFINITY;
    guarded = begun.areKnown() ? null : GuardedLeaf.all(begun, searcher.getIndexReader().leaves());
  }

  @Override
  public int count() {
    return chunks.count();
  }

  @Override
  public double dynamicUpperBound() {
    return dynamicUpperBound;
  }

  @Override
  public ChunkBounds bounds() {
    return chunks.bounds();
  }

  @Override
  public ChunkScorer join() {
    LeafScorers begun = scorers;
    if (begun == null) {
      throw new IllegalStateException("joined before the search began");
    }
    return guarded == null ? new Scoring(begun) : new GuardedScoring(guarded);
  }

  @Override
  public void addVisited(BitSet visited) {
    if (guarded != null) {
      for (int chunk = 0; chunk < chunks.count(); chunk++) {
        if (guarded[chunks.get(chunk).leaf().ord].isTaken(chunks.get(chunk).minDoc())) {
          visited.set(chunk);
        }
      }
    }
  }

  private int leaves() {
    return searcher.getIndexReader().leaves().size();
  }

  /** One worker's scorers, one for each leaf that it comes to. */
  private final class Scoring implements ChunkScorer {
    private final LeafScorers scorers;
    private final @Nullable RankedLeaf[] leaves = new RankedLeaf[leaves()];
    private final @Nullable BulkScorer[] bulk = new BulkScorer[leaves()];

    Scoring(LeafScorers scorers) {
      this.scorers = scorers;
    }

    @Override
    public void prepare(int chunk) throws IOException {
      leaf(chunks.get(chunk));
    }

    @Override
    public void score(int number, LocalHits hits) throws IOException {
      RankedChunk chunk = chunks.get(number);
      RankedLeaf leaf = leaf(chunk);
      BulkScorer scorer = bulk[chunk.leaf().ord];
      if (scorer != null) {
        leaf.score(scorer, chunk.leaf().reader().getLiveDocs(), chunk, hits);
      }
    }

    private RankedLeaf leaf(RankedChunk chunk) throws IOException {
      int ord = chunk.leaf().ord;
      RankedLeaf leaf = leaves[ord];
      if (leaf == null || leaf.isPast(chunk)) {
        bulk[ord] = scorers.of(chunk.leaf());
        leaf = new RankedLeaf(chunk.leaf(), score);
        leaves[ord] = leaf;
      }
      return leaf;
    }
  }

  /** One worker's way through leaves that are guarded. */
  private final class GuardedScoring implements ChunkScorer {
    private final GuardedLeaf[] guarded;
    private final @Nullable RankedLeaf[] leaves = new RankedLeaf[leaves()];
    private final GuardedLeaf.@Nullable Own[] own = new GuardedLeaf.Own[leaves()];

    GuardedScoring(GuardedLeaf[] guarded) {
      this.guarded = guarded;
    }

    @Override
    public void prepare(int number) throws IOException {
      RankedChunk chunk = chunks.get(number);
      guarded[chunk.leaf().ord].prepare(own(chunk));
      leaf(chunk);
    }

    @Override
    public void score(int number, LocalHits hits) throws IOException {
      RankedChunk chunk = chunks.get(number);
      guarded[chunk.leaf().ord].score(
          own(chunk),
          chunk.minDoc(),
          chunk.maxDoc(),
          (bulk, acceptDocs, minDoc, maxDoc, inOnePiece) -> {
            RankedChunk part = chunks.part(chunk, minDoc, maxDoc);
            leaf(part).score(bulk, acceptDocs, part, hits);
          });
    }

    private GuardedLeaf.Own own(RankedChunk chunk) {
      int ord = chunk.leaf().ord;
      GuardedLeaf.Own before = own[ord];
      RankedLeaf leaf = leaves[ord];
      if (before != null && (leaf == null || !leaf.isPast(chunk))) {
        return before;
      }
      var next = new GuardedLeaf.Own();
      own[ord] = next;
      leaves[ord] = null;
      return next;
    }

    private RankedLeaf leaf(RankedChunk part) throws IOException {
      int ord = part.leaf().ord;
      RankedLeaf leaf = leaves[ord];
      if (leaf == null || leaf.isPast(part)) {
        leaf = new RankedLeaf(part.leaf(), score);
        leaves[ord] = leaf;
      }
      return leaf;
    }
  }
}
