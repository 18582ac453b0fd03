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
    // As in Lucene, the first failure is thrown once all tasks have ended.
    var results = new ArrayList<T>();
    ExecutionException failure = null;
    for (FutureTask<T> future : futures) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return results;
  }
}
