package org.curtail.examples;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.Tag;

/**
 * The time of requests, split into causes, in a service without the engine. Its threads tag their
 * request, in two calls. Here every tenth request waits.
 */
public class Example14TagsInAnyService {
  private static final int LOOK_UP = 1;
  private static final int COMPUTE = 2;

  private record Served(long request, Stint stint) {}

  public static void main(String[] args) throws Exception {
    // The signals of this machine, and the reasons for missing signals.
    Signals signals = Signals.probe();
    System.out.println(signals);
    System.out.println();

    List<Served> served = Collections.synchronizedList(new ArrayList<>());
    ExecutorService service = Executors.newFixedThreadPool(2);
    Tag.Report report =
        Tag.report(
            signals,
            (stint, request) -> {
              served.add(new Served(request, stint));
              record(request, stint);
            });
    var futures = new ArrayList<Future<?>>();
    for (long id = 1; id <= 200; id++) {
      long request = id;
      futures.add(service.submit(() -> serve(request)));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    report.close();
    service.shutdown();

    System.out.println("requests served: " + served.size() + "; the three slowest:");
    System.out.printf(
        "%8s %10s %10s %14s %10s%n", "request", "all ms", "CPU ms", "no core ms", "rest ms");
    served.stream()
        .sorted(Comparator.comparingLong((Served one) -> one.stint.wallNanos()).reversed())
        .limit(3)
        .forEach(one -> print(one.request, one.stint));
  }

  /** A request of the service. Any other thread may read its tags by Tag.words(). */
  private static void serve(long request) {
    Tag.request(request);
    try {
      Tag.phase(LOOK_UP);
      lookUp(request);
      Tag.phase(COMPUTE);
      compute(request);
    } finally {
      Tag.request(0); // the request of this thread has ended
    }
  }

  private static void lookUp(long request) {
    if (request % 10 == 0) {
      try {
        Thread.sleep(20); // a miss in the cache
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static double compute(long request) {
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      sum += Math.sqrt((double) request + i);
    }
    return sum;
  }

  /** For curtail diagnose. Without a running Flight Recorder it does nothing. */
  private static void record(long request, Stint stint) {
    DiagnosisRecorder.ended(
        RequestEvidence.ofServer(
            request,
            "", // its query, if known: requests with the same query are compared
            stint.fromNanos(), // moment of receipt, if known
            stint.fromNanos(),
            stint.toNanos(),
            List.of(stint),
            List.of()));
  }

  /** Blocked time: neither CPU time nor waiting for a core. */
  private static void print(long request, Stint stint) {
    long delayNanos = Math.max(stint.runDelayNanos(), 0); // -1 if the kernel does not report it
    System.out.printf(
        "%8d %10.2f %10.2f %14.2f %10.2f%n",
        request,
        stint.wallNanos() / 1e6,
        stint.cpuNanos() / 1e6,
        delayNanos / 1e6,
        (stint.wallNanos() - stint.cpuNanos() - delayNanos) / 1e6);
  }
}
