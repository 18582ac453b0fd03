package org.curtail.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.search.IndexSearcher;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.jspecify.annotations.Nullable;

/**
 * The sequential capacity of the machine at this moment for the queries of a block. Each core has
 * one thread, which serves one query after another. Queries are plain Lucene searches, or searches
 * in order of importance if those are compared. The machine's speed drifts, so each block has its
 * own probe.
 */
final class CapacityProbe {
  private CapacityProbe() {}

  /**
   * The result of a probe.
   *
   * @param requestsPerSecond cores over the mean time of a query while all cores are busy
   * @param serialMs the time of each query, in the given order
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Capacity(double requestsPerSecond, double[] serialMs) {}

  static Capacity measure(Workload workload, int[] queries, int cores)
      throws IOException, InterruptedException {
    var searcher = new IndexSearcher(workload.reader());
    searcher.setQueryCache(null);
    double[] serialMs = new double[queries.length];
    var next = new AtomicInteger();
    var failure = new AtomicReference<@Nullable Throwable>();
    List<Thread> threads = new ArrayList<>();
    for (int core = 0; core < cores; core++) {
      threads.add(
          Thread.ofPlatform()
              .name("capacity-" + core)
              .start(() -> {
                for (int i = next.getAndIncrement();
                    i < queries.length && failure.get() == null && !StopSignal.raised();
                    i = next.getAndIncrement()) {
                  long fromNanos = System.nanoTime();
                  try {
                    Searches.alone(workload, searcher, queries[i]);
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                    return;
                  }
                  serialMs[i] = (System.nanoTime() - fromNanos) / 1e6;
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IOException(
          "a query failed in the capacity probe: " + Failure.reason(failed), failed);
    }
    double totalMs = 0;
    for (double timeMs : serialMs) {
      totalMs += timeMs;
    }
    return new Capacity(cores * queries.length / totalMs * 1000, serialMs);
  }
}
