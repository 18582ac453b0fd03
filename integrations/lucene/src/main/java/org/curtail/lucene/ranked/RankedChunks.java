package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Index cut into chunks, the most important first. Chunks of several leaves alternate by their
 * greatest ranks. Immutable.
 */
final class RankedChunks {
  private final List<RankedChunk> chunks;
  private final ChunkBounds bounds;

  private RankedChunks(List<RankedChunk> chunks) {
    this.chunks = List.copyOf(chunks);
    this.bounds = ChunkBounds.of(chunks);
  }

  /**
   * Cuts an index.
   *
   * @param count approximate number of chunks, at least 1. Every leaf has chunks of its own, so the
   *     result may exceed it by the number of leaves. A small index has one chunk per document
   * @throws IllegalArgumentException if a rank is negative or not finite
   */
  static RankedChunks of(StaticScore score, List<LeafReaderContext> leaves, int count)
      throws IOException {
    int docs = leaves.stream().mapToInt(leaf -> leaf.reader().maxDoc()).sum();
    int docsPerChunk = Math.max(1, Math.ceilDiv(docs, count));
    var chunks = new ArrayList<RankedChunk>();
    for (LeafReaderContext leaf : leaves) {
      StaticScore.OfLeaf scores = score.of(leaf);
      int end = leaf.reader().maxDoc();
      int to;
      for (int from = 0; from < end; from = to) {
        to = end - from <= docsPerChunk ? end : from + docsPerChunk;
        double greatest = scores.greatestFrom(from);
        chunks.add(
            new RankedChunk(
                leaf,
                from,
                to == end ? DocIdSetIterator.NO_MORE_DOCS : to,
                greatest,
                scores.leastUpTo(to - 1)));
      }
    }
    // Stable, so the chunks of a leaf, whose scores never rise, keep their order.
    chunks.sort(Comparator.comparingDouble(RankedChunk::greatestStatic).reversed());
    return new RankedChunks(chunks);
  }

  int count() {
    return chunks.size();
  }

  RankedChunk get(int chunk) {
    return chunks.get(chunk);
  }

  /**
   * Returns the chunk itself for its own range. For another range of its leaf, returns a chunk of
   * that range.
   */
  RankedChunk part(RankedChunk chunk, int minDoc, int maxDoc) {
    if (chunk.minDoc() == minDoc && chunk.maxDoc() == maxDoc) {
      return chunk;
    }
    double greatest = chunk.greatestStatic();
    double least = chunk.leastStatic();
    for (RankedChunk other : chunks) {
      if (other.leaf().ord == chunk.leaf().ord) {
        greatest = Math.max(greatest, other.greatestStatic());
        least = Math.min(least, other.leastStatic());
      }
    }
    return new RankedChunk(chunk.leaf(), minDoc, maxDoc, greatest, least);
  }

  /** Upper bounds of the hits in the chunks. */
  ChunkBounds bounds() {
    return bounds;
  }
}
