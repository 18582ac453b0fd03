package org.curtail.benchkit.inject;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads do work of their own while a request runs. The cost follows from clock readings of the
 * request's thread at begin and end.
 */
final class ThreadInjection implements Injection {
  /** Cost of the threads for a request. */
  @FunctionalInterface
  interface Cost {
    /**
     * Returns the cost in nanoseconds; empty if unknown. Rounding may make it negative.
     *
     * @param from clocks at the begin of the request
     * @param to clocks of the same thread at its end
     */
    OptionalLong nanos(int request, ThreadClocks from, ThreadClocks to);
  }

  private final InjectionKind kind;
  private final HogThreads threads;
  private final Cost cost;
  private final Queue<InjectionRecord> records;
  private final Map<Integer, ThreadClocks> begun = new ConcurrentHashMap<>();

  /**
   * Creates the injection with sleeping threads.
   *
   * @param threads threads, which it closes
   */
  ThreadInjection(
      InjectionKind kind, HogThreads threads, Cost cost, Queue<InjectionRecord> records) {
    this.kind = kind;
    this.threads = threads;
    this.cost = cost;
    this.records = records;
  }

  @Override
  public void begin(int request) {
    // Waking threads may take the core at once.
    begun.put(request, ThreadClocks.now());
    threads.acquire();
  }

  @Override
  public void end(int request) {
    ThreadClocks from = begun.remove(request);
    if (from == null) {
      return;
    }
    threads.release();
    ThreadClocks to = ThreadClocks.now();
    OptionalLong nanos =
        from.threadId() == to.threadId() ? cost.nanos(request, from, to) : OptionalLong.empty();
    records.add(
        new InjectionRecord(
            kind,
            request,
            from.wallNanos(),
            to.wallNanos(),
            nanos.isPresent() ? Math.max(nanos.getAsLong(), 0) : InjectionRecord.UNKNOWN));
  }

  @Override
  public void close() {
    threads.close();
  }
}
