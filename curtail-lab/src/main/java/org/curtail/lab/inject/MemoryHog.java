package org.curtail.lab.inject;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;

/**
 * Threads go through memory far larger than any cache for as long as the request runs, one less
 * than there are cores, so that the request keeps a core for itself. What that costs is the time
 * for which the request computes beyond what it usually does.
 */
final class MemoryHog implements Injection {
  private static final int LONGS = 8 * 1024 * 1024;

  /** About 50 us of it. */
  private static final int STRETCH = 64 * 1024;

  private static final int LONGS_PER_LINE = 8;

  private final HogThreads hogs;
  private final Deeds deeds;
  private final IntToLongFunction usualCpuNanos;
  private final Map<Integer, OwnTime> begun = new ConcurrentHashMap<>();

  /**
   * Starts the threads, asleep.
   *
   * @param usualCpuNanos how long a request usually computes, by its number; negative if unknown
   */
  MemoryHog(int cores, IntToLongFunction usualCpuNanos, Deeds deeds) {
    this.deeds = deeds;
    this.usualCpuNanos = usualCpuNanos;
    hogs = new HogThreads("memory-hog", Math.max(cores - 1, 1), i -> new Walk());
  }

  /** Reads and writes a line of each cache line, from the place where it stopped. */
  private static final class Walk implements Runnable {
    private final long[] memory = new long[LONGS];
    private int at;

    @Override
    public void run() {
      int to = Math.min(at + STRETCH, LONGS);
      for (int i = at; i < to; i += LONGS_PER_LINE) {
        memory[i]++;
      }
      at = to == LONGS ? 0 : to;
    }
  }

  @Override
  public InjectionKind kind() {
    return InjectionKind.MEMORY_HOG;
  }

  @Override
  public void begin(int request) {
    // Those that wake up may take the core at once.
    begun.put(request, OwnTime.now());
    hogs.want();
  }

  @Override
  public void end(int request) {
    OwnTime from = begun.remove(request);
    if (from == null) {
      return;
    }
    hogs.unwant();
    OwnTime to = OwnTime.now();
    long usualNanos = usualCpuNanos.applyAsLong(request);
    boolean known = usualNanos >= 0 && from.threadId() == to.threadId();
    long moreNanos = to.cpuNanos() - from.cpuNanos() - usualNanos;
    deeds.add(
        new Deed(
            kind(),
            request,
            from.wallNanos(),
            to.wallNanos(),
            known ? Math.max(moreNanos, 0) : Deed.UNKNOWN));
  }

  @Override
  public void close() {
    hogs.close();
  }
}
