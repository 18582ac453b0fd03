package org.curtail.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.SharedWork;

/**
 * How to watch an engine: metrics for a dashboard, and the JDK Flight Recorder for the history of a
 * single slow request.
 */
public class Example07MetricsAndFlightRecorder {
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("service", ".jfr");
    // For a whole service: java -XX:StartFlightRecording:filename=service.jfr ...
    try (var recording = new Recording();
        Curtail curtail = Curtail.with(new FixedInterval(1, 2)).name("search").start()) {
      recording.enable("curtail.Request");
      recording.start();

      serve(curtail, 200);
      Metrics warm = curtail.metrics();
      serve(curtail, 300);
      Metrics now = curtail.metrics();

      // Counts and histograms begin with the engine. since() gives the last 300 requests.
      Metrics latest = now.since(warm);
      System.out.printf("completed in all %10d%n", now.counts().ended(Outcome.COMPLETED));
      System.out.printf("completed lately %10d%n", latest.counts().ended(Outcome.COMPLETED));
      System.out.printf("median response %11.2f ms%n", latest.responseNanos().percentile(50) / 1e6);
      System.out.printf("99th percentile %11.2f ms%n", latest.responseNanos().percentile(99) / 1e6);
      System.out.printf("waiting now %15d%n", now.gauges().waiting());
      System.out.println();
      System.out.print(latest.text()); // a table for people; toString() is one line for a log

      recording.stop();
      recording.dump(file);
    }

    List<RecordedEvent> requests =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("curtail.Request"))
            .sorted((a, b) -> Long.compare(responseNanos(b), responseNanos(a)))
            .toList();
    System.out.println();
    System.out.println("requests recorded: " + requests.size() + "; the three slowest:");
    System.out.printf(
        "%8s %12s %12s %12s %8s%n", "request", "waited ms", "ran ms", "degree", "chunks");
    for (RecordedEvent slow : requests.subList(0, 3)) {
      System.out.printf(
          "%8d %12.2f %12.2f %12.2f %8d%n",
          slow.getLong("request"),
          slow.getDuration("waitTime").toNanos() / 1e6,
          slow.getDuration("executionTime").toNanos() / 1e6,
          slow.getFloat("meanDegree"),
          slow.getInt("chunks"));
    }
    Files.delete(file);
  }

  private static long responseNanos(RecordedEvent request) {
    return request.getDuration("waitTime").toNanos()
        + request.getDuration("executionTime").toNanos();
  }

  private static void serve(Curtail curtail, int requests) throws Exception {
    var random = new SplittableRandom(1);
    for (int i = 0; i < requests; i++) {
      int chunks = random.nextInt(10) == 0 ? 200 : 30; // one request in ten is long
      curtail.run(SharedWork.of(chunks, chunk -> sumOfRoots(chunk), Double::sum));
    }
  }

  private static double sumOfRoots(int chunk) {
    double sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += Math.sqrt(chunk + i);
    }
    return sum;
  }
}
