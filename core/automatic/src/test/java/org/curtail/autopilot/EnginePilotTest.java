package org.curtail.autopilot;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 4, unit = MINUTES)
class EnginePilotTest {
  private static final int CHUNKS = 20;

  /** About a fifth of a millisecond. */
  private static SharedWork<?, Double> work() {
    return SharedWork.of(CHUNKS, chunk -> sumOfRoots(chunk), Double::sum);
  }

  private static double sumOfRoots(int chunk) {
    double sum = 0;
    for (int i = 0; i < 2_000; i++) {
      sum += Math.sqrt(chunk + i);
    }
    return sum;
  }

  private static double expected() {
    double sum = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      sum += sumOfRoots(chunk);
    }
    return sum;
  }

  /** Returns the knowledge of an engine on one core that has measured such requests. */
  private static String knowledge(int cores) throws IOException {
    var random = new SplittableRandom(1);
    double[][] timesMs = new double[50][1];
    for (double[] times : timesMs) {
      times[0] = random.nextDouble(0.1, 0.5);
    }
    return text(
        new AutomaticJson.Saved(
            cores,
            new PilotKnowledge(
                Optional.of(Profile.of("test", timesMs)), Optional.empty(), List.of())));
  }

  private static String text(AutomaticJson.Saved saved) throws IOException {
    var text = new StringWriter();
    AutomaticJson.write(saved, text);
    return text.toString();
  }

  private static Autopilot autopilot(Curtail curtail) {
    return curtail.autopilot().orElseThrow();
  }

  private static boolean has(Curtail curtail, String decision) {
    return autopilot(curtail).decisions().stream().anyMatch(line -> line.contains(decision));
  }

  /** Sends a few requests at a time until a condition holds. All must return the right results. */
  private static void serveUntil(Curtail curtail, BooleanSupplier isSo) throws Exception {
    double expected = expected();
    while (!isSo.getAsBoolean()) {
      var tickets = new ArrayList<Ticket<Double>>();
      for (int i = 0; i < 10; i++) {
        tickets.add(curtail.submit(work()));
      }
      for (Ticket<Double> ticket : tickets) {
        assertThat(ticket.get()).isCloseTo(expected, within(1e-6));
      }
    }
  }

  /** Plans like an engine with a free core: a minute, or more if other programs use the cores. */
  @Tag("long")
  @Timeout(value = 15, unit = MINUTES)
  @Test
  void plansFromItsKnowledgeAndTheNextStartBeginsWithThePlan() throws Exception {
    String planned;
    try (Curtail curtail =
        Curtail.automatic().cores(1).name("first").knowing(knowledge(1), "k.json").start()) {
      serveUntil(curtail, () -> has(curtail, "began a plan"));
      while (!has(curtail, "planned ")) {
        Thread.sleep(10); // The plan is made meanwhile; its end is not reported.
      }
      var out = new StringWriter();
      assertThat(autopilot(curtail).export(out)).isTrue();
      planned = out.toString();
      assertThat(curtail.explain()).isNotBlank();
    }
    AutomaticJson.Saved saved = AutomaticJson.read(new StringReader(planned), "planned");
    assertThat(saved.cores()).isEqualTo(1);
    assertThat(saved.knowledge().map()).isPresent();

    try (Curtail curtail =
        Curtail.automatic().cores(1).name("second").knowing(planned, "planned").start()) {
      var served = new AtomicInteger();
      serveUntil(curtail, () -> served.incrementAndGet() > 5);
      var again = new StringWriter();
      assertThat(autopilot(curtail).export(again)).isTrue();
      assertThat(has(curtail, "began a plan")).isFalse();
      assertThat(
              AutomaticJson.read(new StringReader(again.toString()), "again")
                  .knowledge()
                  .map()
                  .orElseThrow()
                  .entries())
          .hasSameSizeAs(saved.knowledge().map().orElseThrow().entries());
    }
  }

  @Test
  void whatWasLearnedOnOtherCoresIsPlannedForAnew() throws Exception {
    try (Curtail curtail = Curtail.automatic().cores(2).knowing(knowledge(64), "k.json").start()) {
      serveUntil(curtail, () -> has(curtail, "began a plan"));
    }
  }

  @Test
  void noPlanIsMadeWhileFrozen() throws Exception {
    try (Curtail curtail = Curtail.automatic().cores(1).knowing(knowledge(1), "k.json").start()) {
      autopilot(curtail).freeze();
      var served = new AtomicInteger();
      serveUntil(curtail, () -> served.incrementAndGet() > 200);
      assertThat(has(curtail, "began a plan")).isFalse();
      autopilot(curtail).thaw();
      serveUntil(curtail, () -> has(curtail, "began a plan"));
    }
  }

  /** Keeps all cores busy. The load must show it, but not while frozen. */
  @Test
  void backgroundCoresAreReportedAndForgottenWhileFrozen() throws Exception {
    var over = new AtomicBoolean();
    int cores = Runtime.getRuntime().availableProcessors();
    try (Curtail curtail = Curtail.automatic().cores(cores).start();
        ExecutorService others = Executors.newFixedThreadPool(cores)) {
      try {
        for (int i = 0; i < cores; i++) {
          others.execute(() -> {
            while (!over.get()) {
              sumOfRoots(1);
            }
          });
        }
        serveUntil(curtail, () -> curtail.explain().contains("the rest of the process keeps"));
        autopilot(curtail).freeze();
        serveUntil(curtail, () -> !curtail.explain().contains("the rest of the process keeps"));
      } finally {
        over.set(true);
      }
    }
  }

  /** A table admits two requests per core at most, each with at most the greatest degree. */
  @Test
  void thereAreThreadsForEachTableThatMayBePlanned() {
    for (int cores = 1; cores <= 16; cores++) {
      try (Curtail curtail = Curtail.automatic().cores(cores).start()) {
        assertThat(curtail.threads()).isGreaterThanOrEqualTo(2 * cores * Math.min(cores, 8));
      }
    }
  }

  @Test
  void knowledgeThatCannotBeReadIsNamedBeforeTheEngineStarts() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Curtail.automatic().knowing("{\"format\":1}", "k.json").start())
        .withMessageStartingWith("k.json, line 1");
  }

  @Test
  void thePlanningThreadIsOneOfTheFactoryThatIsGiven() throws Exception {
    var made = new ArrayList<Thread>();
    Curtail curtail =
        Curtail.automatic()
            .planningThreads(task -> {
              made.add(Thread.ofPlatform().daemon().unstarted(task));
              return made.getLast();
            })
            .start();
    assertThat(made).hasSize(1).allSatisfy(thread -> assertThat(thread.isAlive()).isTrue());
    curtail.close();
    made.getFirst().join();
    assertThatThrownBy(() -> Curtail.automatic().planningThreads(task -> null).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("returned no thread");
  }

  @Test
  void closingEndsItsThreads() throws Exception {
    Curtail curtail = Curtail.automatic().name("closing-test").start();
    assertThat(threads("closing-test")).isNotEmpty();
    serveUntil(curtail, () -> true);
    curtail.close();
    for (Thread thread : threads("closing-test")) {
      thread.join();
    }
    assertThat(threads("closing-test")).isEmpty();
  }

  private static List<Thread> threads(String engine) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(engine + "-p"))
        .toList();
  }

  @Test
  void aFailingClockKeepsTheBaselineAndIsReported() throws Exception {
    var broken = new AtomicBoolean();
    LongSupplier clock =
        () -> {
          if (broken.get() && Thread.currentThread().getName().endsWith("-pilot")) {
            throw new IllegalStateException("no time");
          }
          return System.nanoTime();
        };
    try (Curtail curtail = Curtail.automatic().clock(clock).start()) {
      serveUntil(curtail, () -> true);
      broken.set(true);
      serveUntil(curtail, () -> curtail.explain().contains("no time"));
      assertThat(curtail.policy()).isEqualTo(new Sequential());
      var served = new AtomicInteger();
      serveUntil(curtail, () -> served.incrementAndGet() > 10);
    }
  }

  @Test
  void anEngineWithAFixedPolicyHasNoAutopilot() {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).start()) {
      assertThat(curtail.autopilot()).isEmpty();
      assertThat(curtail.explain()).isEqualTo("2 threads a request\n");
    }
  }
}
