package org.curtail.lucene.ranked;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.Bits;
import org.curtail.lucene.SharedLeaves;
import org.jspecify.annotations.Nullable;

/** The chunks of an index, searched by Lucene. */
final class LuceneChunks implements ChunkSource {
  private final IndexSearcher searcher;
  private final StaticScore score;
  private final RankedChunks chunks;
  private final Query query;

  private @Nullable SharedLeaves leaves;

  LuceneChunks(IndexSearcher searcher, StaticScore score, RankedChunks chunks, Query query) {
    this.searcher = searcher;
    this.score = score;
    this.chunks = chunks;
    this.query = query;
  }

  @Override
  public void begin() throws IOException {
    leaves = SharedLeaves.byScore(searcher, query, score.rank().isOrder());
  }

  @Override
  public int count() {
    return chunks.count();
  }

  @Override
  public double dynamicUpperBound() {
    return begun().scoreBound();
  }

  @Override
  public ChunkBounds bounds() {
    return chunks.bounds();
  }

  @Override
  public ChunkScorer join() {
    return new LuceneScorer(begun());
  }

  private SharedLeaves begun() {
    SharedLeaves begun = leaves;
    if (begun == null) {
      throw new IllegalStateException("joined before the search began");
    }
    return begun;
  }

  @Override
  public void addVisited(BitSet visited) {
    SharedLeaves begun = leaves;
    if (begun == null) {
      return; // a deadline passed before the search began
    }
    for (int number = 0; number < chunks.count(); number++) {
      RankedChunk chunk = chunks.get(number);
      if (begun.isTaken(chunk.leaf(), chunk.minDoc())) {
        visited.set(number);
      }
    }
  }

  /** One worker's scorers and ranks, per leaf. */
  private final class LuceneScorer implements ChunkScorer, SharedLeaves.Scan {
    private final SharedLeaves shared;
    private final SharedLeaves.@Nullable Part[] parts;
    private final @Nullable RankedLeaf[] ranked;

    private @Nullable RankedChunk chunk;
    private @Nullable LocalHits hits;

    LuceneScorer(SharedLeaves shared) {
      int leaves = searcher.getIndexReader().leaves().size();
      this.shared = shared;
      this.parts = new SharedLeaves.Part[leaves];
      this.ranked = new RankedLeaf[leaves];
    }

    @Override
    public void prepare(int number) throws IOException {
      RankedChunk next = chunks.get(number);
      part(next).prepare();
      ranked(next);
    }

    @Override
    public void score(int number, LocalHits to) throws IOException {
      RankedChunk next = chunks.get(number);
      chunk = next;
      hits = to;
      part(next).score(next.minDoc(), next.maxDoc(), this);
    }

    @Override
    public void score(
        BulkScorer scorer, @Nullable Bits acceptDocs, int minDoc, int maxDoc, boolean inOnePiece)
        throws IOException {
      RankedChunk found = chunks.part(requireNonNull(chunk), minDoc, maxDoc);
      ranked(found).score(scorer, acceptDocs, found, requireNonNull(hits));
    }

    /** Returns the scorer of the chunk's leaf; a new one if the current one is past the chunk. */
    private SharedLeaves.Part part(RankedChunk next) {
      int ord = next.leaf().ord;
      SharedLeaves.Part before = parts[ord];
      RankedLeaf leaf = ranked[ord];
      if (before != null && (leaf == null || !leaf.isPast(next))) {
        return before;
      }
      SharedLeaves.Part part = shared.part(next.leaf());
      parts[ord] = part;
      ranked[ord] = null;
      return part;
    }

    private RankedLeaf ranked(RankedChunk next) throws IOException {
      int ord = next.leaf().ord;
      RankedLeaf leaf = ranked[ord];
      if (leaf == null || leaf.isPast(next)) {
        leaf = new RankedLeaf(next.leaf(), score);
        ranked[ord] = leaf;
      }
      return leaf;
    }
  }
}
