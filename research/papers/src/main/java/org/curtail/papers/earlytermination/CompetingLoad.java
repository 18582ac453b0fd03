package org.curtail.papers.earlytermination;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.threads.Joined;

/** Threads that compute without end, like other work on the machine. */
final class CompetingLoad implements AutoCloseable {
  private volatile boolean over;
  private final List<Thread> threads;

  /** Starts the threads. */
  CompetingLoad(int count) {
    threads =
        IntStream.range(0, count)
            .mapToObj(i -> Thread.ofPlatform().daemon().name("competing-" + i).start(this::compute))
            .toList();
  }

  private void compute() {
    long steps = 0;
    while (!over) {
      steps++;
    }
    // This is never true, but the compiler must not know it.
    if (steps < 0) {
      throw new IllegalStateException("counted below 0");
    }
  }

  /** Stops the threads and waits for their end. */
  @Override
  public void close() {
    over = true;
    Joined.join(threads);
  }
}
