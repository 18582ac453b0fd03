package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks as Lucene 10 shares them: one object submitted once per further task, the caller helps. */
final class CallerRuns {
  private CallerRuns() {}

  static <T> List<T> invokeAll(Executor executor, List<Callable<T>> tasks)
      throws ExecutionException, InterruptedException {
    var futures = new ArrayList<FutureTask<T>>();
    tasks.forEach(task -> futures.add(new FutureTask<>(task)));
    var next = new AtomicInteger();
    Runnable work =
        () -> {
          int i = next.getAndIncrement();
          if (i < futures.size()) {
            futures.get(i).run();
          }
        };
    for (int i = 1; i < futures.size(); i++) {
      executor.execute(work);
    }
    while (next.get() < futures.size()) {
      work.run();
    }
    var results = new ArrayList<T>();
    for (FutureTask<T> future : futures) {
      results.add(future.get());
    }
    return results;
  }
}
