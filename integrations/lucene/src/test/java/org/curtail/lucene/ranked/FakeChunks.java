package org.curtail.lucene.ranked;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Chunks without an index: every document matches, with a dynamic score and a static one that never
 * rises, both from a seed. A test can wait in {@link #before}.
 */
class FakeChunks implements ChunkSource {
  private final int chunks;
  private final int docsPerChunk;
  private final float[] dynamic;
  private final double[] added;

  FakeChunks(int chunks, int docsPerChunk, Random random) {
    this.chunks = chunks;
    this.docsPerChunk = docsPerChunk;
    dynamic = new float[chunks * docsPerChunk];
    added = new double[dynamic.length];
    double slope = 4 * random.nextDouble();
    int steps = 1 + random.nextInt(200);
    for (int doc = 0; doc < dynamic.length; doc++) {
      float score = 5 * random.nextFloat();
      dynamic[doc] = random.nextBoolean() ? score : (int) score; // some equal ones
      added[doc] = slope * (steps - (long) steps * doc / dynamic.length) / steps;
    }
  }

  /** Called before a chunk is scored, after the check that it may improve the top. */
  void before(int chunk) {}

  /** Returns the best hits of all, encoded, best first. */
  long[] best(int most) {
    long[] all =
        IntStream.range(0, dynamic.length)
            .mapToLong(doc -> HitOrder.encode(HitOrder.relevance(dynamic[doc], added[doc]), doc))
            .sorted()
            .toArray();
    return IntStream.range(0, Math.min(most, all.length))
        .mapToLong(i -> all[all.length - 1 - i])
        .toArray();
  }

  static long[] hits(RankedHits found) {
    return Arrays.stream(found.top().scoreDocs)
        .mapToLong(hit -> HitOrder.encode(hit.score, hit.doc))
        .toArray();
  }

  @Override
  public void begin() {}

  @Override
  public int count() {
    return chunks;
  }

  @Override
  public double dynamicUpperBound() {
    double greatest = 0;
    for (float score : dynamic) {
      greatest = Math.max(greatest, score);
    }
    return greatest;
  }

  @Override
  public ChunkBounds bounds() {
    int[] firstDocs = IntStream.range(0, chunks).map(chunk -> chunk * docsPerChunk).toArray();
    return ChunkBounds.of(
        Arrays.stream(firstDocs).mapToDouble(doc -> added[doc]).toArray(), firstDocs);
  }

  @Override
  public ChunkScorer join() {
    return (chunk, hits) -> {
      before(chunk);
      for (int doc = chunk * docsPerChunk; doc < (chunk + 1) * docsPerChunk; doc++) {
        hits.count();
        hits.offer(HitOrder.relevance(dynamic[doc], added[doc]), doc);
      }
    };
  }
}
