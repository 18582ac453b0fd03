package org.curtail.lab.inject;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads that compute without end want the cores for as long as the request runs. What that costs
 * is the time in which the thread of the request neither computes nor is done.
 */
final class CpuHog implements Injection {
  /** So many that a request gets about a ninth of a core. */
  private static final int THREADS_PER_CORE = 8;

  private static final int STEPS = 50_000;

  private final HogThreads hogs;
  private final Deeds deeds;
  private final Map<Integer, OwnTime> begun = new ConcurrentHashMap<>();

  CpuHog(int cores, Deeds deeds) {
    this.deeds = deeds;
    hogs = new HogThreads("cpu-hog", THREADS_PER_CORE * cores, i -> CpuHog::compute);
  }

  private static void compute() {
    long steps = 1;
    for (int i = 0; i < STEPS; i++) {
      steps = steps * 31 + i;
    }
    // Hardly ever so, but the compiler must not know it.
    if (steps == 0) {
      Thread.onSpinWait();
    }
  }

  @Override
  public InjectionKind kind() {
    return InjectionKind.CPU_HOG;
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
    long waitedNanos = to.wallNanos() - from.wallNanos() - (to.cpuNanos() - from.cpuNanos());
    deeds.add(
        new Deed(
            kind(),
            request,
            from.wallNanos(),
            to.wallNanos(),
            from.threadId() == to.threadId() ? Math.max(waitedNanos, 0) : Deed.UNKNOWN));
  }

  @Override
  public void close() {
    hogs.close();
  }
}
