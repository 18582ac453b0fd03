package org.curtail.autopilot;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Automatic engine on a faulty machine. It completes all requests, continues to choose, and reports
 * the faults.
 */
@Timeout(value = 4, unit = MINUTES)
class HostileMachineTest {
  private static final int CHUNKS = 10;
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private static double root(int chunk) {
    double sum = 0;
    for (int i = 0; i < 500; i++) {
      sum += Math.sqrt(chunk + i);
    }
    return sum;
  }

  private static double expected() {
    double sum = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      sum += root(chunk);
    }
    return sum;
  }

  /** Sends a few requests at a time until a condition holds. All must return the right results. */
  private static void serveUntil(Curtail curtail, BooleanSupplier isSo) throws Exception {
    double expected = expected();
    while (!isSo.getAsBoolean()) {
      var tickets = new ArrayList<Ticket<Double>>();
      for (int i = 0; i < 10; i++) {
        tickets.add(curtail.submit(SharedWork.of(CHUNKS, HostileMachineTest::root, Double::sum)));
      }
      for (Ticket<Double> ticket : tickets) {
        assertThat(ticket.get()).isCloseTo(expected, within(1e-6));
      }
    }
  }

  private static void serve(Curtail curtail, int times) throws Exception {
    var served = new AtomicInteger();
    serveUntil(curtail, () -> served.incrementAndGet() > times);
  }

  private static Autopilot autopilot(Curtail curtail) {
    return curtail.autopilot().orElseThrow();
  }

  private static boolean has(Curtail curtail, String words) {
    return autopilot(curtail).decisions().stream().anyMatch(line -> line.contains(words));
  }

  private static void assertGoesOn(Curtail curtail) {
    assertThat(curtail.explain()).startsWith("Serves by").doesNotContain("no policy any more");
  }

  /** Requests of about 0.2 ms on one thread, and of half of that on two. */
  private static String knowledge() throws IOException {
    double[][] timesMs = new double[50][2];
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i][0] = 0.004 * (i + 1);
      timesMs[i][1] = timesMs[i][0] / 2;
    }
    var text = new StringWriter();
    AutomaticJson.write(
        new AutomaticJson.Saved(
            2,
            new PilotKnowledge(
                Optional.of(Profile.of("test", timesMs)), Optional.empty(), List.of())),
        text);
    return text.toString();
  }

  @Test
  void clockJumpsOfHoursAreReported() throws Exception {
    var aheadNanos = new AtomicLong();
    LongSupplier clock = () -> System.nanoTime() + aheadNanos.get();
    try (Curtail curtail = Curtail.automatic().cores(2).clock(clock).start()) {
      serve(curtail, 20);
      aheadNanos.set(-HOUR_NANOS);
      serveUntil(curtail, () -> has(curtail, "noticed a jump of the clock by -3"));
      assertThat(autopilot(curtail).decisions())
          .anyMatch(
              line -> line.endsWith("the clock went back; time continues from its last value"));
      serve(curtail, 20);
      aheadNanos.set(HOUR_NANOS);
      serveUntil(curtail, () -> has(curtail, "noticed a jump of the clock by 7"));
      assertThat(autopilot(curtail).decisions())
          .anyMatch(line ->
              line.endsWith("the clock jumped forward, or nobody called the pilot for so long"));
      assertGoesOn(curtail);
    }
  }

  @Test
  void aVaryingClockStopsNothing() throws Exception {
    var looks = new AtomicLong();
    LongSupplier clock =
        () -> {
          var random = new SplittableRandom(looks.incrementAndGet());
          long farNanos = random.nextInt(500) == 0 ? 5_000_000_000L : 5_000_000L;
          return System.nanoTime() + random.nextLong(-farNanos, farNanos);
        };
    try (Curtail curtail = Curtail.automatic().cores(2).clock(clock).start()) {
      serve(curtail, 200);
      assertGoesOn(curtail);
    }
  }

  @Test
  void freezingAndClosingInTheMiddleOfAPlanEndsAllThreads() throws Exception {
    Curtail curtail =
        Curtail.automatic()
            .cores(2)
            .atMostDegree(2)
            .name("hostile-closing")
            .knowing(knowledge(), "k.json")
            .start();
    serveUntil(curtail, () -> has(curtail, "began a plan"));
    assertThat(autopilot(curtail).planningNanos()).isPositive();
    autopilot(curtail).freeze();
    serve(curtail, 5);
    assertThat(curtail.explain()).contains("frozen").contains("A plan is being made");
    long frozenNanos = autopilot(curtail).planningNanos();
    serve(curtail, 5);
    assertThat(autopilot(curtail).planningNanos()).isEqualTo(frozenNanos);
    curtail.close();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("hostile-closing")) {
        thread.join();
      }
    }
  }

  @Test
  void noRequestGetsMoreThreadsThanItMay() throws Exception {
    var most = new AtomicInteger();
    try (Curtail curtail =
        Curtail.automatic()
            .cores(8)
            .atMostDegree(2)
            .knowing(knowledge(), "k.json")
            .listener(
                new org.curtail.runtime.RequestListener() {
                  @Override
                  public void ended(long request, org.curtail.runtime.Timeline timeline) {
                    most.accumulateAndGet(timeline.peakDegree(), Math::max);
                  }
                })
            .start()) {
      serve(curtail, 100);
    }
    assertThat(most.get()).isBetween(1, 2);
  }

  /** Other programs use all cores: as many threads as cores compute all the time. */
  @Test
  @Tag("long")
  void whereOthersHaveAllCoresAllRequestsAreAnswered() throws Exception {
    var isOver = new AtomicBoolean();
    var hogs = new ArrayList<Thread>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      hogs.add(
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                while (!isOver.get()) {
                  Thread.onSpinWait();
                }
              }));
    }
    try (Curtail curtail = Curtail.automatic().start()) {
      serveUntil(curtail, () -> has(curtail, "learned from") || has(curtail, "stays safe"));
      assertGoesOn(curtail);
    } finally {
      isOver.set(true);
      for (Thread hog : hogs) {
        hog.join();
      }
    }
  }
}
