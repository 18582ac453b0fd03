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
 * Where the time of requests goes, in a service without the engine: its threads say which request
 * they serve, in two calls. Here every tenth request waits for something.
 */
public class Example14TagsInAnyService {
  private static final int LOOK_UP = 1;
  private static final int COMPUTE = 2;

  private record Served(long request, Stint stint) {}

  public static void main(String[] args) throws Exception {
    // What this machine gives, and why it does not give the rest.
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

  /** A request of the service. Any other thread may read what it does in Tag.words(). */
  private static void serve(long request) {
    Tag.request(request);
    try {
      Tag.phase(LOOK_UP);
      lookUp(request);
      Tag.phase(COMPUTE);
      compute(request);
    } finally {
      Tag.request(0); // this thread has done
    }
  }

  private static void lookUp(long request) {
    if (request % 10 == 0) {
      try {
        Thread.sleep(20); // what it needs is not in the cache
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

  /** For curtail diagnose. Does nothing while the Flight Recorder does not record. */
  private static void record(long request, Stint stint) {
    DiagnosisRecorder.ended(
        RequestEvidence.ofServer(
            request,
            "", // what it asked, if you know: requests with the same are compared
            stint.fromNanos(), // when it was received, if you know
            stint.fromNanos(),
            stint.toNanos(),
            List.of(stint),
            List.of()));
  }

  /** What is neither CPU time nor waiting for a core, the thread was blocked. */
  private static void print(long request, Stint stint) {
    long delayNanos = Math.max(stint.runDelayNanos(), 0); // -1 where the kernel does not say
    System.out.printf(
        "%8d %10.2f %10.2f %14.2f %10.2f%n",
        request,
        stint.wallNanos() / 1e6,
        stint.cpuNanos() / 1e6,
        delayNanos / 1e6,
        (stint.wallNanos() - stint.cpuNanos() - delayNanos) / 1e6);
  }
}
