package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.curtail.Cases;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.SilentLog;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.PaperPolicies;
import org.curtail.policy.Policies;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.ScriptedWork.Fault;
import org.curtail.runtime.ScriptedWork.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The engine stepped by hand, from one thread, in very many orders: what its {@link Invariants} say
 * holds between any two steps, whatever fails, is stuck, is cancelled or is late.
 */
@Timeout(120)
@ExtendWith(SilentLog.class)
class InterleavingTest {
  private static final int SCHEDULES = 2_000;

  /** As many as any of the policies wants. */
  private static final int THREADS_TO_SWAP = 18;

  private static final long[] CANCELLED_ASIDE = {7_023_904, 7_028_488};
  private static final long[] SHORT_OF_MEMORY = {
    1_002_763, 1_002_941, 1_003_158, 1_006_546, 1_007_434, 1_008_543, 1_011_281, 1_012_624,
    1_023_327, 1_026_962, 1_029_256
  };

  // ---- Random schedules.

  @Test
  void inRandomSchedulesNothingIsLostAndNobodyStarves() {
    Cases.random(1, SCHEDULES, random -> randomly(random, false, false));
  }

  @Test
  void inRandomSchedulesWhateverFailsOrIsStuckHarmsNobodyElse() {
    Cases.random(1_000_001, SCHEDULES, random -> randomly(random, true, false));
  }

  @Test
  void inRandomSchedulesOtherPoliciesMayTakeThePlaceOfTheOneThatServes() {
    Cases.random(2_000_001, SCHEDULES / 2, random -> randomly(random, false, true));
  }

  @Test
  void inRandomSchedulesPoliciesThatBreakMayComeAndGo() {
    Cases.random(3_000_001, SCHEDULES / 2, random -> randomly(random, true, true));
  }

  @Test
  @Tag("long")
  @Timeout(3_600)
  void inManyMoreSchedulesOtherPoliciesMayTakeThePlaceOfTheOneThatServes() {
    Cases.random(4_000_001, 100 * SCHEDULES, random -> randomly(random, false, true));
    Cases.random(5_000_001, 100 * SCHEDULES, random -> randomly(random, true, true));
  }

  /**
   * Each of these once left something undone, or counted wrong: callers of requests that had ended
   * were not counted, the gate closed though the operating system boosts, a deadline passed before
   * somebody looked again, or the clock fell back before that.
   */
  @Test
  void whereMemoryRunsOutAgainAndAgainNothingIsLeftUndone() {
    for (long seed : SHORT_OF_MEMORY) {
      Cases.one(seed, random -> randomly(random, true, false));
    }
  }

  @Test
  void aRequestThatIsCancelledAsideAfterTheClockFellBackEndsNoSoonerThanItStarted() {
    var engine =
        new SteppedEngine(
            new SteppedEngine.Parts(
                inTurns(new Sequential()), 1, 9, Overload.REJECT, Boosting.GATE));
    engine.duringChunks((chunk, checkpoint) -> engine.clock.advanceMillis(1));
    engine.submit(Script.plain(3), RequestOptions.NONE);
    engine.submit(Script.plain(3), RequestOptions.NONE);
    engine.advanceMillis(3);
    Worker worker = engine.workers().getFirst();
    while (engine.engine.dispatcher().view().aside().isEmpty()) {
      assertThat(engine.step(worker)).isTrue();
    }
    engine.advanceMillis(-3);
    engine.cancel(engine.invariants.all().getFirst());
    engine.finish();
    for (long seed : CANCELLED_ASIDE) {
      Cases.one(seed, random -> randomly(random, true, false));
    }
  }

  private static void randomly(RandomGenerator random, boolean faulty, boolean swaps) {
    SteppedEngine engine = engine(random, faulty, swaps ? THREADS_TO_SWAP : 0);
    try {
      new Player(engine, random, faulty, swaps).play();
    } catch (Throwable failure) {
      throw new AssertionError(failure.getMessage() + "\nin " + engine.schedule(), failure);
    }
  }

  private static Policy drawnPolicy(RandomGenerator random, boolean faulty) {
    Policy policy = random.nextInt(3) == 0 ? HashedPolicy.drawn(random) : policy(random);
    return faulty && random.nextInt(4) == 0
        ? new FaultyPolicy(policy, one(random, FaultyPolicy.Fault.values()), random.nextInt(60))
        : policy;
  }

  private static SteppedEngine engine(RandomGenerator random, boolean faulty, int threads) {
    Policy policy = drawnPolicy(random, faulty);
    Boosting boosting = null;
    if (random.nextInt(4) != 0) {
      boosting = random.nextInt(8) == 0 ? Boosting.OFF : Boosting.GATE;
    }
    var parts =
        new SteppedEngine.Parts(
            policy,
            1 + random.nextInt(4),
            random.nextInt(7),
            one(random, Overload.values()),
            boosting,
            threads);
    return faulty && random.nextInt(4) == 0
        ? new SteppedEngine(parts, new FaultyListener(random.nextInt(30)))
        : new SteppedEngine(parts);
  }

  private static <T> T one(RandomGenerator random, T[] of) {
    return of[random.nextInt(of.length)];
  }

  private static Policy policy(RandomGenerator random) {
    return switch (random.nextInt(15)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(1 + random.nextInt(4));
      case 2 -> new Boosted(new FixedDegree(2 + random.nextInt(2)));
      case 3 -> new Adaptive(List.of(3.0, 2.0, 1.5));
      case 4 -> PaperPolicies.binary(1 + random.nextInt(3), 3, 1 + random.nextInt(3));
      case 5 -> new FewToMany(table(random));
      case 6 -> FewToMany.literal(table(random));
      case 7 -> new Boosted(new FewToMany(table(random)));
      case 8 -> TailIndex.queueing(PaperTables.figure5Profile());
      case 9 -> TailIndex.patient(PaperTables.figure5Profile()).malleable();
      case 10 -> Policies.named("processor-sharing", NOTHING);
      case 11 -> Policies.named("least-attained", NOTHING);
      case 12 -> inTurns(new FewToMany(table(random)));
      case 13 -> inTurns(TailIndex.queueing(PaperTables.figure5Profile()).malleable());
      default -> TailIndex.shortFirst(PaperTables.figure5Profile()).malleable();
    };
  }

  private static final Policies.Ingredients NOTHING =
      new Policies.Ingredients(Optional.empty(), Optional.empty());

  /** Sets requests aside at nearly every border. */
  private static Policy inTurns(Policy policy) {
    return new Sharing(policy, Duration.ofNanos(1));
  }

  private static IntervalTable table(RandomGenerator random) {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int load = 1; load <= 4; load++) {
      double firstMs = random.nextInt(3) * 5.0;
      double secondMs = firstMs + random.nextInt(4) * 5.0;
      rows.add(
          new IntervalTable.Row(
              load, List.of(firstMs, secondMs, secondMs + random.nextInt(3) * 10), 1, 1, load));
    }
    return new IntervalTable(
        2, 1 + random.nextInt(3), 3, 99, 5, List.of(1, 2, 3), rows, 1 + random.nextInt(6));
  }

  /** Chooses what happens next. */
  private static final class Player {
    private static final int LEAST_ACTIONS = 40;
    private static final int MORE_ACTIONS = 200;
    private static final double HOURS_MS = 5 * 3_600_000.0;

    private final SteppedEngine engine;
    private final RandomGenerator random;
    private final boolean faulty;
    private final boolean swaps;
    private final List<Invariants.Seen> submitted = new ArrayList<>();

    /** One in so many actions brings a request. */
    private final int rarity;

    /** How much the clock moves. */
    private final double paceMs;

    Player(SteppedEngine engine, RandomGenerator random, boolean faulty, boolean swaps) {
      this.engine = engine;
      this.random = random;
      this.faulty = faulty;
      this.swaps = swaps;
      rarity = 4 + random.nextInt(30);
      paceMs = random.nextInt(4) * 4;
      engine.duringChunks((chunk, checkpoint) -> insideChunk(checkpoint));
    }

    void play() {
      int actions = LEAST_ACTIONS + random.nextInt(MORE_ACTIONS);
      int closesAt = random.nextInt(3) == 0 ? random.nextInt(actions) : -1;
      for (int action = 0; action < actions; action++) {
        act();
        if (action == closesAt) {
          shutDown();
        }
      }
      engine.settle();
      if (random.nextInt(4) == 0) {
        engine.closeAtOnce();
      }
      engine.finish();
    }

    private void act() {
      if (random.nextInt(rarity) == 0) {
        arrive();
        return;
      }
      int kind = random.nextInt(100);
      if (kind < 4) {
        engine.advanceMillis(random.nextDouble() * 3 * paceMs);
      } else if (kind < 6 && !submitted.isEmpty()) {
        engine.cancel(submitted.get(random.nextInt(submitted.size())));
      } else if (faulty && kind == 6) {
        engine.stick(worker());
      } else if (faulty && kind == 7 && random.nextInt(4) == 0) {
        engine.unstick();
      } else if (faulty && kind == 8 && random.nextInt(4) == 0) {
        engine.advanceMillis(random.nextBoolean() ? HOURS_MS : -random.nextDouble() * 5);
      } else if (swaps && (kind == 9 || kind == 10)) {
        engine.swap(drawnPolicy(random, faulty));
      } else {
        engine.step(worker());
      }
    }

    /** Those with work more often than others. */
    private Worker worker() {
      List<Worker> workers = engine.workers();
      if (random.nextInt(4) != 0) {
        List<Worker> working = workers.stream().filter(Worker::hasWork).toList();
        if (!working.isEmpty()) {
          return working.get(random.nextInt(working.size()));
        }
      }
      return workers.isEmpty()
          ? engine.engine.workers().getFirst()
          : workers.get(random.nextInt(workers.size()));
    }

    private void shutDown() {
      switch (random.nextInt(3)) {
        case 0 -> engine.refuse();
        case 1 -> {
          engine.refuse();
          engine.cancelAll();
        }
        default -> engine.closeAtOnce();
      }
    }

    private void arrive() {
      if (engine.wouldBlock()) {
        return;
      }
      submitted.add(
          random.nextInt(3) == 0
              ? engine.run(script(), options())
              : engine.submit(script(), options()));
    }

    private Script script() {
      int chunks = random.nextInt(random.nextInt(5) == 0 ? 30 : 8);
      Script script = Script.plain(chunks);
      if (random.nextInt(10) == 0) {
        script = script.enoughAt(random.nextInt(chunks + 1));
      }
      if (random.nextBoolean()) {
        script = script.partial();
      }
      if (random.nextBoolean()) {
        script = script.moving();
      }
      if (faulty && random.nextInt(5) == 0) {
        Fault fault = one(random, Fault.values());
        int most = fault == Fault.JOIN ? 3 : chunks + 1;
        script = script.failing(fault, random.nextInt(most));
      }
      return script;
    }

    private RequestOptions prediction() {
      return RequestOptions.NONE.predicted(
          Prediction.certain(1_000_000L * (1 + random.nextInt(200))));
    }

    private RequestOptions options() {
      RequestOptions options = prediction();
      if (random.nextInt(4) == 0) {
        options = options.of(one(random, PriorityClass.values()));
      }
      if (random.nextInt(4) == 0) {
        options = options.within(Duration.ofMillis(1 + random.nextInt(60)));
      }
      return options;
    }

    private void insideChunk(SharedWork.Checkpoint checkpoint) throws InterruptedException {
      int kind = random.nextInt(40);
      if (kind < 12) {
        engine.clock.advanceMillis(random.nextDouble() * paceMs);
      } else if (kind < 15) {
        checkpoint.pass();
      } else if (kind == 15) {
        engine.submitInside(Script.plain(random.nextInt(3)), options());
      } else if (kind == 16) {
        engine.runInside(Script.plain(random.nextInt(3)), prediction());
      } else if (swaps && kind == 17) {
        engine.swapInside(drawnPolicy(random, faulty));
      }
    }
  }

  /** Fails when it is told something for the {@code faultAt}-th time. */
  private static final class FaultyListener implements RequestListener {
    private final int faultAt;
    private int told;

    FaultyListener(int faultAt) {
      this.faultAt = faultAt;
    }

    private void tell() {
      if (told++ == faultAt) {
        throw new AssertionError("told " + told + " times");
      }
      assertThat(told).as("calls of a listener that failed").isLessThanOrEqualTo(faultAt);
    }

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      tell();
    }

    @Override
    public void started(long request, long atNanos) {
      tell();
    }

    @Override
    public void degreeChanged(long request, long atNanos, int degree) {
      tell();
    }

    @Override
    public void ended(long request, Timeline timeline) {
      tell();
    }
  }

  // ---- At every step of some schedules.

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
        new Scenario("in turns", () -> inTurns(new FixedDegree(2)), 2, mixed),
        new Scenario(
            "malleable, in turns",
            () -> inTurns(TailIndex.queueing(PaperTables.figure5Profile()).malleable()),
            2,
            mixed));
  }

  private static void atEveryStep(BiConsumer<SteppedEngine, Integer> injection) {
    atEveryStep(0, injection);
  }

  private static void atEveryStep(int threads, BiConsumer<SteppedEngine, Integer> injection) {
    for (Scenario scenario : scenarios()) {
      for (long order = 0; order < 4; order++) {
        int at = 0;
        while (injectedAt(at, scenario, order, threads, injection)) {
          at++;
        }
        assertThat(at).as("steps of %s", scenario.name).isGreaterThan(20);
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
    var random = new java.util.SplittableRandom(order);
    var engine =
        new SteppedEngine(
            new SteppedEngine.Parts(
                scenario.policy.get(), scenario.cores, 9, Overload.REJECT, Boosting.GATE, threads));
    engine.duringChunks((chunk, checkpoint) -> engine.clock.advanceMillis(3));
    try {
      scenario.begin.accept(engine);
      // Earlier injections have seen these steps.
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
    for (int which = 0; which < 5; which++) {
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
        THREADS_TO_SWAP, (engine, at) -> engine.swap(others.get(at % others.size()).policy.get()));
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
