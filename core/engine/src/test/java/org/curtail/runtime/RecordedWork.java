package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Work that counts what the engine does with it; the result is the number of chunks run. */
class RecordedWork implements SharedWork<List<Integer>, Integer> {
  /** The body of a chunk, besides counting it. */
  interface Body {
    void run(int chunk) throws Exception;
  }

  final AtomicIntegerArray runs;
  final AtomicInteger begun = new AtomicInteger();
  final AtomicInteger completed = new AtomicInteger();
  final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger joining = new AtomicInteger();
  final AtomicInteger mostAtOnce = new AtomicInteger();
  private final Body body;

  RecordedWork(int chunks, Body body) {
    this.runs = new AtomicIntegerArray(chunks);
    this.body = body;
  }

  @Override
  public void begin(int degree) {
    begun.incrementAndGet();
  }

  @Override
  public int chunks() {
    return runs.length();
  }

  @Override
  public List<Integer> join() {
    if (joining.incrementAndGet() != 1) {
      throw new IllegalStateException("two workers join at the same time");
    }
    threads.add(Thread.currentThread());
    joining.decrementAndGet();
    return new ArrayList<>();
  }

  @Override
  public void run(List<Integer> worker, int chunk, Checkpoint checkpoint) throws Exception {
    mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      if (!worker.isEmpty() && worker.getLast() >= chunk) {
        throw new IllegalStateException("chunk " + chunk + " after " + worker.getLast());
      }
      worker.add(chunk);
      runs.incrementAndGet(chunk);
      body.run(chunk);
    } finally {
      running.decrementAndGet();
    }
  }

  @Override
  public Integer complete(List<List<Integer>> workers) {
    completed.incrementAndGet();
    return workers.stream().mapToInt(List::size).sum();
  }
}
