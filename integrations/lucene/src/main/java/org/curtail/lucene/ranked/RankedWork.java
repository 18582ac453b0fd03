package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.runtime.SharedWork;

/**
 * Search in order of importance as work that threads can share (Adaptive parallelism paper, section
 * 4). A thread takes one lane of chunks at a time. At the end of each chunk it publishes its hits.
 * At the beginning of the next it copies the hits of others and checks if the rest can matter.
 */
final class RankedWork implements SharedWork<RankedWork.Worker, RankedHits> {
  private final ChunkSource source;
  private final ChunkSharing sharing;
  private final Termination termination;
  private final int topHits;
  private final TopHits top;

  private int lanes;
  private double dynamicBound = Double.POSITIVE_INFINITY;

  RankedWork(ChunkSource source, ChunkSharing sharing, Termination termination, int topHits) {
    this.source = source;
    this.sharing = sharing;
    this.termination = termination;
    this.topHits = topHits;
    this.top = new TopHits(topHits);
  }

  @Override
  public void begin(int degree) throws IOException {
    source.begin();
    dynamicBound = termination.dynamicBound(source.dynamicUpperBound());
    lanes = sharing.lanes(source.count(), degree);
  }

  @Override
  public int chunks() {
    return lanes;
  }

  @Override
  public Worker join() throws IOException {
    return new Worker(source.join(), new LocalHits(top, topHits), source.count());
  }

  @Override
  public void run(Worker worker, int lane, Checkpoint checkpoint) throws IOException {
    // No iterator, since with dynamic sharing this runs once for each chunk.
    ChunkSharing.Lane chunks = sharing.lane(lane, lanes, source.count());
    for (int chunk = chunks.first(); chunk < chunks.end(); chunk += chunks.step()) {
      if (chunk > chunks.first()) {
        checkpoint.pass();
        if (checkpoint.isOver()) {
          return;
        }
      }
      if (!source.bounds().mayImprove(chunk, dynamicBound, worker.refresh())) {
        if (sharing == ChunkSharing.DYNAMIC) {
          // All chunks before this one are taken, and all later ones matter even less.
          checkpoint.enough();
        }
        return;
      }
      worker.score(chunk);
    }
  }

  @Override
  public RankedHits complete(List<Worker> workers) {
    var visited = new BitSet(source.count());
    long collected = 0;
    for (Worker worker : workers) {
      visited.or(worker.visited());
      collected += worker.collected();
    }
    source.addVisited(visited);
    return new RankedHits(top.topDocs(collected), source.count(), visited);
  }

  /** Returns the hits found before the deadline. The total is then a lower bound. */
  @Override
  public Optional<RankedHits> partial(List<Worker> workers) {
    RankedHits found = complete(workers);
    var total =
        new TotalHits(found.top().totalHits.value(), TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    return Optional.of(
        new RankedHits(new TopDocs(total, found.top().scoreDocs), found.chunks(), found.visited()));
  }

  /** One worker of a search in order of importance. Not thread-safe. */
  static final class Worker {
    private final ChunkScorer scorer;
    private final LocalHits hits;
    private final BitSet visited;

    Worker(ChunkScorer scorer, LocalHits hits, int chunks) {
      this.scorer = scorer;
      this.hits = hits;
      this.visited = new BitSet(chunks);
    }

    /** Searches a chunk and publishes its hits. */
    void score(int chunk) throws IOException {
      visited.set(chunk);
      scorer.score(chunk, hits);
      hits.publish();
    }

    /** Copies the hits of other workers. Returns the hit that a new one must beat. */
    long refresh() {
      hits.refresh();
      return hits.worst();
    }

    long collected() {
      return hits.collected();
    }

    BitSet visited() {
      return visited;
    }
  }
}
