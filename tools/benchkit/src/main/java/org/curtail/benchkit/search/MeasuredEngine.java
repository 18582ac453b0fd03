package org.curtail.benchkit.search;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.lucene.search.Query;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.RankedIndex;
import org.curtail.lucene.ranked.RankedSearcher;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;

/** An engine of one degree with measured CPU time, of the caller and of its own threads. */
public final class MeasuredEngine implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Threads of the pool; the engine creates all of them at its start. */
  private final List<Thread> pool = new CopyOnWriteArrayList<>();

  private final Curtail engine;

  public MeasuredEngine(int degree) {
    engine =
        Curtail.with(new FixedDegree(degree))
            .cores(degree)
            .threadFactory(task -> {
              var thread = new Thread(task, "degree-" + degree + "-thread-" + (pool.size() + 1));
              thread.setDaemon(true);
              pool.add(thread);
              return thread;
            })
            .start();
  }

  /**
   * A search.
   *
   * @param ms time from submission to hits
   * @param cpuMs CPU time of all threads
   * @param helpersMs CPU time of the engine's threads, without the caller
   */
  public record Searched(RankedHits hits, double ms, double cpuMs, double helpersMs) {}

  /** Runs a search, also on the calling thread. One search at a time. */
  public Searched search(RankedIndex index, Query query, int topHits) throws IOException {
    long fromHelpersNanos = helpersNanos();
    long fromOwnNanos = THREADS.getCurrentThreadCpuTime();
    long fromNanos = System.nanoTime();
    RankedHits hits = new RankedSearcher(index, engine).search(query, topHits);
    double ms = (System.nanoTime() - fromNanos) / 1e6;
    long ownNanos = THREADS.getCurrentThreadCpuTime() - fromOwnNanos;
    long helpersNanos = helpersNanos() - fromHelpersNanos;
    return new Searched(hits, ms, (ownNanos + helpersNanos) / 1e6, helpersNanos / 1e6);
  }

  private long helpersNanos() {
    long nanos = 0;
    for (Thread thread : pool) {
      nanos += Math.max(0, THREADS.getThreadCpuTime(thread.threadId()));
    }
    return nanos;
  }

  @Override
  public void close() {
    engine.close();
  }
}
