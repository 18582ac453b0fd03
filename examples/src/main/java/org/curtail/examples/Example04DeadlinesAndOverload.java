package org.curtail.examples;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.curtail.PriorityClass;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.DeadlineExceededException;
import org.curtail.runtime.MergedWork;
import org.curtail.runtime.Overload;
import org.curtail.runtime.OverloadedException;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;

/**
 * Requests that take too long, and too many requests. The engine has one thread here, so that there
 * is a queue.
 */
public class Example04DeadlinesAndOverload {
  public static void main(String[] args) throws Exception {
    try (Curtail curtail =
        Curtail.with(new Sequential())
            .threads(1)
            .queueLimit(4) // four requests may wait
            .whenFull(Overload.REJECT) // the next request is refused
            .start()) {
      deadlines(curtail);
      importance(curtail);
      overload(curtail);
    }
  }

  private static void deadlines(Curtail curtail) throws Exception {
    System.out.println("Deadlines");
    RequestOptions soon = RequestOptions.NONE.within(Duration.ofMillis(200));

    // By default a late request fails, since half a sum would look like a whole sum.
    Ticket<Integer> late = curtail.submit(computing(600), soon);
    try {
      late.get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof DeadlineExceededException)) {
        throw e;
      }
    }
    show("late", late);

    // With allowPartial(), the result is the part that was done in time.
    Ticket<Integer> partial = curtail.submit(computing(600).allowPartial(), soon);
    int done = partial.get();
    show("late, partial", partial);
    System.out.printf("  its result holds %d of 600 parts%n", done);

    // You can also cancel a request. It ends after its present chunk.
    Ticket<Integer> stopped = curtail.submit(computing(60_000));
    stopped.cancel();
    try {
      stopped.get();
    } catch (CancellationException e) {
      show("stopped", stopped);
    }
  }

  private static void importance(Curtail curtail) throws Exception {
    System.out.println("Importance: the least important request comes first and starts last");
    Ticket<Integer> running = occupy(curtail); // it has the only thread; the next three wait
    var background =
        curtail.submit(computing(20), RequestOptions.NONE.of(PriorityClass.BACKGROUND));
    var normal = curtail.submit(computing(20));
    var urgent = curtail.submit(computing(20), RequestOptions.NONE.of(PriorityClass.URGENT));
    running.cancel();
    for (Ticket<Integer> ticket : List.of(background, normal, urgent)) {
      ticket.get();
    }
    show("background", background);
    show("normal", normal);
    show("urgent", urgent);
  }

  private static void overload(Curtail curtail) throws Exception {
    System.out.println("Overload: one request runs, four wait, the others are refused");
    List<Ticket<Integer>> accepted = new ArrayList<>();
    int refused = 0;
    accepted.add(occupy(curtail));
    for (int i = 1; i < 8; i++) {
      try {
        accepted.add(curtail.submit(computing(20)));
      } catch (OverloadedException e) {
        refused++; // at once: the caller can try another server
      }
    }
    System.out.printf("  %d accepted, %d refused%n", accepted.size(), refused);
    accepted.forEach(Ticket::cancel);
  }

  /** Returns a request that counts its chunks. Each chunk computes for a millisecond. */
  private static MergedWork<Integer> computing(int chunks) {
    return SharedWork.of(chunks, chunk -> computeForOneMillisecond(), Integer::sum);
  }

  /** Submits a request that runs for a minute if nobody cancels it, and returns when it runs. */
  private static Ticket<Integer> occupy(Curtail curtail) throws Exception {
    var runs = new CountDownLatch(1);
    Ticket<Integer> ticket =
        curtail.submit(
            SharedWork.of(
                60_000,
                chunk -> {
                  runs.countDown();
                  return computeForOneMillisecond();
                },
                Integer::sum));
    runs.await();
    return ticket;
  }

  private static int computeForOneMillisecond() {
    long end = System.nanoTime() + 1_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return 1;
  }

  private static void show(String name, Ticket<?> ticket) {
    System.out.printf(
        "  %-14s %-10s waited %4d ms, ran %4d ms, %3d chunks%n",
        name,
        ticket.timeline().outcome(),
        ticket.timeline().waitNanos() / 1_000_000,
        ticket.timeline().executionNanos() / 1_000_000,
        ticket.timeline().chunks());
  }
}
