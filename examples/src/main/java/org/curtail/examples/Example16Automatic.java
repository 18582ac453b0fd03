package org.curtail.examples;

import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;

/**
 * An engine without configuration. While it serves requests, it learns how long they take and how
 * much faster they are on several threads. It chooses a policy for each load by simulation. It
 * compares itself with one thread for each request, and returns to that if it did harm.
 *
 * <p>Learning takes some hundred requests and planning some seconds of one core, so this program
 * may end before there is a plan. A service continues, and its next start begins with what this one
 * learned.
 */
public class Example16Automatic {
  public static void main(String[] args) throws Exception {
    var knowledge = new StringWriter();
    try (Curtail curtail = Curtail.automatic().start()) {
      serve(curtail, 700);

      System.out.print(curtail.explain()); // what it does and why, in plain words
      System.out.println();
      Autopilot autopilot = curtail.autopilot().orElseThrow();
      autopilot.decisions().forEach(System.out::println); // the decisions so far, with their times
      autopilot.export(knowledge); // for the next start; a service writes it to a file
    }

    // Another goal, and a start with earlier knowledge.
    var setup = Curtail.automatic().target(95, Duration.ofMillis(50)).atMostThreads(8);
    if (!knowledge.toString().isEmpty()) {
      setup.knowing(knowledge.toString(), "the first engine");
    }
    try (Curtail curtail = setup.start()) {
      serve(curtail, 50);
      System.out.println();
      System.out.print(curtail.explain());
      System.out.println("metrics: " + curtail.metrics());
      Metrics.Decisions decided = curtail.metrics().decisions().orElseThrow();
      System.out.printf("served safe: %.0f %%%n", 100 * decided.safeShare());
    }
  }

  /** Sends requests at random times, 100 a second. */
  private static void serve(Curtail curtail, int requests) throws Exception {
    var random = new SplittableRandom(1);
    List<Ticket<Double>> tickets = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      int chunks = random.nextInt(10) == 0 ? 200 : 30; // one request in ten is long
      tickets.add(curtail.submit(SharedWork.of(chunks, chunk -> sumOfRoots(chunk), Double::sum)));
      Thread.sleep(Duration.ofNanos((long) (10e6 * -Math.log(1 - random.nextDouble()))));
    }
    for (Ticket<Double> ticket : tickets) {
      ticket.get();
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
