package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import org.apache.lucene.search.ScoreDoc;

/** Records one search on the calling thread, chunk by chunk. */
final class SearchRecorder {
  private final Supplier<ChunkSource> sources;
  private final RankedChunks chunks;
  private final int topHits;
  private final int leaves;

  /**
   * Prepares the recording of one search.
   *
   * @param sources gives the chunks of each run
   */
  SearchRecorder(Supplier<ChunkSource> sources, RankedChunks chunks, int topHits) {
    this.sources = sources;
    this.chunks = chunks;
    this.topHits = topHits;
    int greatest = -1;
    for (int chunk = 0; chunk < chunks.count(); chunk++) {
      greatest = Math.max(greatest, leaf(chunk));
    }
    this.leaves = greatest + 1;
  }

  private int leaf(int chunk) {
    return chunks.get(chunk).leaf().ord;
  }

  RecordedSearch record(int runs) throws IOException {
    ChunkSource source = sources.get();
    source.begin();
    long[][] hits = new long[chunks.count()][];
    for (int chunk = 0; chunk < hits.length; chunk++) {
      hits[chunk] = ownHits(source, chunk);
    }
    return new RecordedSearch(
        chunks.bounds(), topHits, source.dynamicUpperBound(), costs(runs), hits);
  }

  /**
   * Returns the best hits of one chunk, with a new scorer. A minimum score from better hits would
   * skip worse ones.
   */
  private long[] ownHits(ChunkSource source, int chunk) throws IOException {
    var top = new TopHits(topHits);
    var hits = new LocalHits(top, topHits);
    source.join().score(chunk, hits);
    hits.publish();
    return Arrays.stream(top.topDocs(hits.collected()).scoreDocs)
        .mapToLong((ScoreDoc hit) -> HitOrder.encode(hit.score, hit.doc))
        .toArray();
  }

  private RecordedSearch.Costs costs(int runs) throws IOException {
    long[][] fixedNanos = new long[1][runs];
    long[][] openNanos = new long[leaves][runs];
    long[][] chunkNanos = new long[chunks.count()][runs];
    int[] leafOf = new int[chunks.count()];
    for (int run = 0; run < runs; run++) {
      ChunkSource source = sources.get();
      long fromNanos = System.nanoTime();
      source.begin();
      ChunkScorer scorer = source.join();
      var top = new TopHits(topHits);
      var hits = new LocalHits(top, topHits);
      var opened = new BitSet(leaves);
      fixedNanos[0][run] = System.nanoTime() - fromNanos;
      for (int chunk = 0; chunk < chunkNanos.length; chunk++) {
        leafOf[chunk] = leaf(chunk);
        fromNanos = System.nanoTime();
        scorer.prepare(chunk);
        long preparedNanos = System.nanoTime();
        if (!opened.get(leafOf[chunk])) {
          opened.set(leafOf[chunk]);
          openNanos[leafOf[chunk]][run] = preparedNanos - fromNanos;
        }
        hits.refresh();
        scorer.score(chunk, hits);
        hits.publish();
        chunkNanos[chunk][run] = System.nanoTime() - preparedNanos;
      }
      fromNanos = System.nanoTime();
      top.topDocs(hits.collected());
      fixedNanos[0][run] += System.nanoTime() - fromNanos;
    }
    return new RecordedSearch.Costs(
        medians(fixedNanos)[0], medians(openNanos), leafOf, medians(chunkNanos));
  }

  private static long[] medians(long[][] runs) {
    return Arrays.stream(runs)
        .mapToLong(nanos -> {
          Arrays.sort(nanos);
          return nanos[nanos.length / 2];
        })
        .toArray();
  }
}
