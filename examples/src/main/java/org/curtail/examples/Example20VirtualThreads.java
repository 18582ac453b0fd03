package org.curtail.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/**
 * Callers on virtual threads, with a scoped value that each chunk of their requests reads. Java 25.
 */
public class Example20VirtualThreads {
  private static final int CALLERS = 1_000;
  private static final int CHUNKS = 100;

  /** Bound by the caller, as a server binds it for each request. */
  private static final ScopedValue<Integer> CUSTOMER = ScopedValue.newInstance();

  private static final AtomicInteger onEngineThreads = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    List<Future<Long>> answers = new ArrayList<>();
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).start();
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        int customer = i;
        answers.add(
            callers.submit(
                () -> ScopedValue.where(CUSTOMER, customer).call(() -> answer(curtail))));
      }
    }
    int right = 0;
    for (int i = 0; i < CALLERS; i++) {
      right += answers.get(i).get() == (long) i * CHUNKS ? 1 : 0;
    }
    System.out.printf("callers answered        %7d of %d%n", right, CALLERS);
    System.out.printf(
        "chunks on engine threads %6d of %d%n", onEngineThreads.get(), CALLERS * CHUNKS);
  }

  private static long answer(Curtail curtail) throws Exception {
    // Read on the caller's thread: threads of the engine do not inherit its scoped values.
    int customer = CUSTOMER.get();
    return curtail.run(
        SharedWork.of(
            CHUNKS,
            chunk -> ScopedValue.where(CUSTOMER, customer).call(Example20VirtualThreads::price),
            Long::sum));
  }

  /** A chunk, which finds the customer as if it ran on the caller's thread. */
  private static long price() {
    if (!Thread.currentThread().isVirtual()) {
      onEngineThreads.incrementAndGet();
    }
    return CUSTOMER.get();
  }
}
