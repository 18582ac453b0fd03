package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Additional chunks visited by a shared search compared with a sequential one (Adaptive parallelism
 * paper, section 4.1). Reference for the hits: all documents sorted.
 */
@Timeout(300)
class ChunksVisitedTest {
  private static final int SEARCHES = 25;

  private static final class Flag implements SharedWork.Checkpoint {
    volatile boolean enough;

    @Override
    public void pass() {}

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public void enough() {
      enough = true;
    }
  }

  /**
   * In rounds: all workers claim a chunk and check it, then all search theirs, then all publish
   * their hits.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void threadsAtTheSamePaceVisitFewerChunksTooManyThanTheyAre(int threads) throws Exception {
    int stoppedEarly = 0;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (long seed = 1; seed <= SEARCHES; seed++) {
        var random = new Random(seed);
        int chunks = 1 + random.nextInt(60);
        int topHits = 1 + random.nextInt(12);
        var pace = new Phaser(threads);
        var source =
            new FakeChunks(chunks, 1 + random.nextInt(10), random) {
              @Override
              void before(int chunk) {
                pace.arriveAndAwaitAdvance();
              }
            };
        RankedHits found = lockstep(source, topHits, threads, pace, pool);
        RankedHits sequential = sequential(seed, topHits);
        String label = "seed %d, %d threads, %d chunks".formatted(seed, threads, chunks);
        assertThat(FakeChunks.hits(found)).as(label).isEqualTo(source.best(topHits));
        assertThat(FakeChunks.hits(sequential)).as(label).isEqualTo(source.best(topHits));
        assertThat(found.chunksVisited())
            .as(label)
            .isBetween(sequential.chunksVisited(), sequential.chunksVisited() + threads - 1);
        assertThat(found.speculativeChunks(sequential.chunksVisited()))
            .as(label)
            .isEqualTo(found.chunksVisited() - sequential.chunksVisited());
        stoppedEarly += sequential.endedEarly() ? 1 : 0;
      }
    }
    assertThat(stoppedEarly).isGreaterThan(SEARCHES / 4);
  }

  /** The same chunks searched by one thread. */
  private static RankedHits sequential(long seed, int topHits) throws IOException {
    var random = new Random(seed);
    int chunks = 1 + random.nextInt(60);
    random.nextInt(12);
    return new SequentialSearch(new FakeChunks(chunks, 1 + random.nextInt(10), random), topHits)
        .run(Termination.SAFE);
  }

  private static RankedHits lockstep(
      FakeChunks source, int topHits, int threads, Phaser pace, ExecutorService pool)
      throws Exception {
    var work = new RankedWork(source, ChunkSharing.DYNAMIC, Termination.SAFE, topHits);
    work.begin(threads);
    var next = new AtomicInteger();
    var flag = new Flag();
    var scans = new ArrayList<RankedWork.Worker>();
    var ends = new ArrayList<Future<?>>();
    for (int i = 0; i < threads; i++) {
      scans.add(work.join());
    }
    for (RankedWork.Worker scan : scans) {
      Callable<?> worker =
          () -> {
            try {
              while (!flag.enough) { // a lane once taken is searched, whatever others say then
                int lane = next.getAndIncrement();
                if (lane >= work.chunks()) {
                  break;
                }
                work.run(scan, lane, flag); // waits for the others before it scores
                if (scan.visited().get(lane)) {
                  pace.arriveAndAwaitAdvance(); // all have brought what they found
                }
              }
              return null;
            } finally {
              pace.arriveAndDeregister();
            }
          };
      ends.add(pool.submit(worker));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    return work.complete(List.copyOf(scans));
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(12, 40));
  }

  /** Records published chunks, and chunks begun after all needed ones were published. */
  private static final class RecordingWork implements SharedWork<RankedWork.Worker, RankedHits> {
    private final RankedWork in;
    private final int needed;
    private final AtomicInteger neededPublished = new AtomicInteger();
    final ConcurrentLinkedQueue<Integer> tooLate = new ConcurrentLinkedQueue<>();

    RecordingWork(RankedWork in, int needed) {
      this.in = in;
      this.needed = needed;
    }

    @Override
    public void begin(int degree) throws IOException {
      in.begin(degree);
    }

    @Override
    public int chunks() {
      return in.chunks();
    }

    @Override
    public RankedWork.Worker join() throws IOException {
      return in.join();
    }

    @Override
    public void run(RankedWork.Worker scan, int lane, Checkpoint checkpoint) throws IOException {
      boolean allPublished = neededPublished.get() == needed;
      in.run(scan, lane, checkpoint);
      if (scan.visited().get(lane)) {
        if (allPublished) {
          tooLate.add(lane);
        }
        if (lane < needed) {
          neededPublished.incrementAndGet();
        }
      }
    }

    @Override
    public RankedHits complete(List<RankedWork.Worker> scans) {
      return in.complete(scans);
    }

    @Override
    public Optional<RankedHits> partial(List<RankedWork.Worker> scans) {
      return in.partial(scans);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void howeverThreadsAreDelayedNoneBeginsAChunkWhenTheSequentialOnesAreDone(long seed)
      throws Exception {
    int degree = 1 + (int) (seed % 8);
    try (Curtail curtail = Curtail.with(new FixedDegree(degree)).cores(degree).start()) {
      for (int search = 0; search < 5; search++) {
        long madeOf = 100 * seed + search;
        int topHits = 1 + new Random(madeOf).nextInt(12);
        var still = new FakeChunks(40, 5, new Random(madeOf));
        int needed = new SequentialSearch(still, topHits).run(Termination.SAFE).chunksVisited();
        var source =
            new FakeChunks(40, 5, new Random(madeOf)) {
              @Override
              void before(int chunk) {
                var random = new Random(madeOf * 31 + chunk);
                LockSupport.parkNanos(random.nextInt(4) == 0 ? random.nextInt(200_000) : 0);
              }
            };
        var work =
            new RecordingWork(
                new RankedWork(source, ChunkSharing.DYNAMIC, Termination.SAFE, topHits), needed);
        RankedHits found = curtail.run(work);
        String label = "seed %d, search %d, degree %d".formatted(seed, search, degree);
        assertThat(FakeChunks.hits(found)).as(label).isEqualTo(still.best(topHits));
        assertThat(work.tooLate).as(label + ", begun too late").isEmpty();
        // Only chunks already taken by others are visited after a gap.
        if (degree == 1) {
          assertThat(found.chunksVisited()).as(label).isEqualTo(needed);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySharingFindsTheTopOfMadeUpChunks(long seed) throws Exception {
    int degree = 1 + (int) (seed % 8);
    try (Curtail curtail = Curtail.with(new FixedDegree(degree)).cores(degree).start()) {
      for (ChunkSharing sharing : ChunkSharing.values()) {
        int topHits = 1 + new Random(seed).nextInt(200);
        var source =
            new FakeChunks(37, 4, new Random(seed)) {
              @Override
              void before(int chunk) {
                var random = new Random(seed * 31 + chunk);
                LockSupport.parkNanos(random.nextInt(8) == 0 ? random.nextInt(200_000) : 0);
              }
            };
        RankedHits found = curtail.run(new RankedWork(source, sharing, Termination.SAFE, topHits));
        String label = "seed %d, %s, degree %d, top %d".formatted(seed, sharing, degree, topHits);
        assertThat(FakeChunks.hits(found)).as(label).isEqualTo(source.best(topHits));
      }
    }
  }
}
