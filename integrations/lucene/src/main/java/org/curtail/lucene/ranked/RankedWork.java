package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.runtime.SharedWork;

/**
 * A search in order of importance as work that can be shared (Adaptive parallelism paper, section
 * 4): what a thread takes at once is a lane of chunks; at the end of each chunk it brings its hits
 * to the others, at the beginning of the next it takes over theirs and sees whether the rest can
 * matter.
 */
final class RankedWork implements SharedWork<RankedScan, RankedHits> {
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
  public RankedScan join() throws IOException {
    return new RankedScan(source.join(), new LocalHits(top, topHits), source.count());
  }

  @Override
  public void run(RankedScan scan, int lane, Checkpoint checkpoint) throws IOException {
    // No iterator: with dynamic sharing this is once for each chunk.
    ChunkSharing.Lane chunks = sharing.lane(lane, lanes, source.count());
    for (int chunk = chunks.first(); chunk < chunks.end(); chunk += chunks.step()) {
      if (chunk > chunks.first()) {
        checkpoint.pass();
        if (checkpoint.isOver()) {
          return;
        }
      }
      if (!source.bounds().matters(chunk, dynamicBound, scan.refresh())) {
        if (sharing == ChunkSharing.DYNAMIC) {
          // All chunks before this one are taken, all behind it matter even less.
          checkpoint.enough();
        }
        return;
      }
      scan.score(chunk);
    }
  }

  @Override
  public RankedHits complete(List<RankedScan> scans) {
    var visited = new BitSet(source.count());
    long collected = 0;
    for (RankedScan scan : scans) {
      visited.or(scan.visited());
      collected += scan.collected();
    }
    source.addVisited(visited);
    return new RankedHits(top.topDocs(collected), source.count(), visited);
  }

  /** What was found until the deadline; the total is then a lower bound. */
  @Override
  public Optional<RankedHits> partial(List<RankedScan> scans) {
    RankedHits found = complete(scans);
    var total =
        new TotalHits(found.top().totalHits.value(), TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    return Optional.of(
        new RankedHits(new TopDocs(total, found.top().scoreDocs), found.chunks(), found.visited()));
  }
}
