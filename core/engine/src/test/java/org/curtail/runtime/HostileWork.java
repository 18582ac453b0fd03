package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Work that fails in every possible way: it throws, fills the memory, or never returns. */
record HostileWork(int chunks, int faultAt, int fault) implements SharedWork<int[], Integer> {
  /** Thrown by whoever means to; made once, since memory may be short. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // It has no trace.
  static final RuntimeException MEANT = new Meant();

  private static final int MOST_CHUNKS = 12;
  private static final int HOG_BYTES = 512 * 1024;

  private static final class Meant extends RuntimeException {
    Meant() {
      super("meant", null, false, false);
    }
  }

  /** Any, of which every third breaks. */
  static HostileWork drawn(SplittableRandom random) {
    int chunks = random.nextInt(MOST_CHUNKS + 1);
    int faultAt = random.nextInt(3) == 0 ? random.nextInt(MOST_CHUNKS) : -1;
    // Memory runs out by itself often enough.
    int fault = random.nextInt(40) == 0 ? 2 : random.nextInt(4) * 5 % 6;
    return new HostileWork(chunks, faultAt, fault);
  }

  @Override
  public int[] join() {
    return new int[1];
  }

  @Override
  public void run(int[] worker, int chunk, Checkpoint checkpoint) throws Exception {
    worker[0]++;
    checkpoint.pass();
    if (chunk == faultAt) {
      switch (fault) {
        case 0 -> throw MEANT;
        case 1 -> recurse(1);
        case 2 -> fillMemory();
        case 3 -> throw new InterruptedException("meant");
        case 4 -> checkpoint.enough();
        default -> Thread.sleep(0, 100_000);
      }
    }
  }

  @Override
  public Integer complete(List<int[]> workers) {
    return workers.stream().mapToInt(own -> own[0]).sum();
  }

  @Override
  public Optional<Integer> partial(List<int[]> workers) {
    return Optional.of(complete(workers));
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int recurse(int depth) {
    return recurse(depth + 1) + depth;
  }

  /** Takes all there is, and gives it back. */
  @SuppressWarnings("ModifiedButNotUsed") // It is in the way.
  static void fillMemory() {
    var all = new ArrayList<byte[]>(4_096);
    while (true) {
      all.add(new byte[HOG_BYTES]);
    }
  }
}
