package org.curtail.lucene;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

/** The chunks of an index, searched by Lucene. */
final class LuceneChunks implements ChunkSource {
  private final IndexSearcher searcher;
  private final StaticScore score;
  private final RankedChunks chunks;
  private final Query query;

  private @Nullable Weight weight;
  private double dynamicUpperBound;

  LuceneChunks(IndexSearcher searcher, StaticScore score, RankedChunks chunks, Query query) {
    this.searcher = searcher;
    this.score = score;
    this.chunks = chunks;
    this.query = query;
  }

  @Override
  public void begin() throws IOException {
    Weight begun = searcher.createWeight(searcher.rewrite(query), ScoreMode.TOP_SCORES, 1);
    weight = begun;
    dynamicUpperBound =
        score.rank().isOrder() ? ScoreBound.of(searcher, begun) : Double.POSITIVE_INFINITY;
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
    Weight begun = weight;
    if (begun == null) {
      throw new IllegalStateException("joined before the search began");
    }
    return new Scoring(begun);
  }

  /** One worker's scorers, one for each leaf that it comes to. */
  private final class Scoring implements ChunkScorer {
    private final Weight weight;
    private final @Nullable RankedLeaf[] leaves =
        new RankedLeaf[searcher.getIndexReader().leaves().size()];

    Scoring(Weight weight) {
      this.weight = weight;
    }

    @Override
    public void prepare(int chunk) throws IOException {
      leaf(chunks.get(chunk));
    }

    @Override
    public void score(int number, LocalHits hits) throws IOException {
      RankedChunk chunk = chunks.get(number);
      leaf(chunk).score(chunk, hits);
    }

    private RankedLeaf leaf(RankedChunk chunk) throws IOException {
      int ord = chunk.leaf().ord;
      RankedLeaf leaf = leaves[ord];
      if (leaf == null || leaf.isPast(chunk)) {
        leaf = RankedLeaf.of(weight, chunk.leaf(), score);
        leaves[ord] = leaf;
      }
      return leaf;
    }
  }
}
