package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.ScriptedWork.Fault;
import org.curtail.runtime.ScriptedWork.Script;
import org.curtail.testkit.Cases;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The engine is stepped by hand through some schedules. Each run has one further event, and there
 * is a run for every step. The {@link Invariants} must hold between any two steps. {@code -Dlong}
 * steps in four orders instead of one, and tries every step instead of every third.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class EveryStepTest {
  private static final int ORDERS = Cases.count(1, 4);
  private static final int VICTIMS = Cases.count(2, 5);

  /**
   * From one step to the next that is tried; those left out differ from one scenario to another.
   */
  private static final int STRIDE = Cases.count(3, 1);

  private static final RequestOptions SOON =
      RequestOptions.NONE.predicted(Prediction.certain(50_000_000)).within(Duration.ofMillis(40));

  /** A small schedule: what is submitted, before anybody is stepped. */
  private record Scenario(
      String name, Supplier<Policy> policy, int cores, Consumer<SteppedEngine> begin) {}

  private static List<Scenario> scenarios() {
    Consumer<SteppedEngine> mixed =
        engine -> {
          engine.run(Script.plain(4).partial(), SOON);
          engine.submit(Script.plain(3).failing(Fault.CHUNK, 1), SOON);
          engine.submit(Script.plain(5).enoughAt(2), SOON.of(PriorityClass.URGENT));
          engine.submit(Script.plain(0), RequestOptions.NONE.predicted(Prediction.certain(1)));
          engine.run(Script.plain(3), SOON.of(PriorityClass.BACKGROUND));
        };
    return List.of(
        new Scenario("sequential", Sequential::new, 1, mixed),
        new Scenario("fixed", () -> new FixedDegree(3), 2, mixed),
        new Scenario("boosted", () -> new Boosted(new FixedDegree(2)), 3, mixed),
        new Scenario("adaptive", () -> new Adaptive(List.of(3.0, 2.0, 1.5)), 2, mixed),
        new Scenario(
            "malleable",
            () -> TailIndex.queueing(PaperTables.figure5Profile()).malleable(),
            3,
            mixed),
        new Scenario("few-to-many", () -> FewToMany.literal(PaperTables.figure5Table()), 2, mixed),
        new Scenario("in turns", () -> DrawnPolicies.inTurns(new FixedDegree(2)), 2, mixed),
        new Scenario(
            "malleable, in turns",
            () ->
                DrawnPolicies.inTurns(TailIndex.queueing(PaperTables.figure5Profile()).malleable()),
            2,
            mixed));
  }

  private static void atEveryStep(BiConsumer<SteppedEngine, Integer> injection) {
    atEveryStep(0, injection);
  }

  private static void atEveryStep(int threads, BiConsumer<SteppedEngine, Integer> injection) {
    List<Scenario> scenarios = scenarios();
    for (Scenario scenario : scenarios) {
      for (long order = 0; order < ORDERS; order++) {
        int at = scenarios.indexOf(scenario) % STRIDE;
        while (injectedAt(at, scenario, order, threads, injection)) {
          at += STRIDE;
        }
        // At least this number of steps, with any length of the last stride.
        assertThat(at - STRIDE + 1).as("steps of %s", scenario.name).isGreaterThan(20);
      }
    }
  }

  /** Returns false if the schedule has not so many steps. */
  private static boolean injectedAt(
      int at,
      Scenario scenario,
      long order,
      int threads,
      BiConsumer<SteppedEngine, Integer> injection) {
    var random = new SplittableRandom(order);
    var engine =
        new SteppedEngine(
            new SteppedEngine.Parts(
                scenario.policy.get(),
                scenario.cores,
                9,
                Overload.REJECT,
                Boosting.GATE,
                threads,
                0));
    engine.duringChunks((chunk, checkpoint) -> engine.clock.advanceMillis(3));
    try {
      scenario.begin.accept(engine);
      // Earlier injections have seen these steps, or do with -Dlong.
      engine.checks(false);
      for (int step = 0; step < at; step++) {
        List<Worker> all = engine.workers();
        int from = random.nextInt(all.size());
        boolean moved = false;
        for (int i = 0; i < all.size() && !moved; i++) {
          moved = engine.step(all.get((from + i) % all.size()));
        }
        if (!moved) {
          engine.checks(true);
          engine.finish();
          return false;
        }
      }
      engine.checks(true);
      injection.accept(engine, at);
      engine.settle();
      engine.finish();
    } catch (Throwable failure) {
      throw new AssertionError(
          "%s, order %d, injected at step %d: %s%nin %s"
              .formatted(scenario.name, order, at, failure.getMessage(), engine.schedule()),
          failure);
    }
    return true;
  }

  @Test
  void aRequestMayBeCancelledAtAnyStep() {
    for (int which = 0; which < VICTIMS; which++) {
      int victim = which;
      atEveryStep((engine, at) -> engine.cancel(engine.invariants.all().get(victim)));
    }
  }

  @Test
  void deadlinesMayPassAtAnyStep() {
    atEveryStep((engine, at) -> engine.advanceMillis(40));
  }

  @Test
  void theClockMayLeapForwardAndFallBackAtAnyStep() {
    atEveryStep((engine, at) -> engine.advanceMillis(7 * 3_600_000.0));
    atEveryStep((engine, at) -> engine.advanceMillis(-2));
  }

  @Test
  void anotherPolicyMayTakeThePlaceOfTheOneThatServesAtAnyStep() {
    List<Scenario> others = scenarios();
    atEveryStep(
        InterleavingTest.THREADS_TO_SWAP,
        (engine, at) -> engine.swap(others.get(at % others.size()).policy.get()));
  }

  @Test
  void theEngineMayBeClosedGentlyAtAnyStep() {
    atEveryStep((engine, at) -> engine.refuse());
    atEveryStep((engine, at) -> {
      engine.refuse();
      engine.cancelAll();
    });
  }

  @Test
  void theEngineMayBreakAtAnyStepAndAllRequestsEnd() {
    atEveryStep((engine, at) -> engine.breakDown(new StackOverflowError("pretended")));
  }

  @Test
  void theEngineMayBeClosedAtOnceAtAnyStep() {
    atEveryStep((engine, at) -> engine.closeAtOnce());
  }

  @Test
  void anyThreadMayBeStuckAtAnyStepAndTheEngineThenBeClosed() {
    for (int which = 0; which < 3; which++) {
      int victim = which;
      atEveryStep((engine, at) -> {
        List<Worker> workers = engine.workers();
        engine.stick(workers.get(Math.min(victim, workers.size() - 1)));
        engine.settle();
        if (at % 2 == 0) {
          engine.closeAtOnce();
        }
      });
    }
  }
}
