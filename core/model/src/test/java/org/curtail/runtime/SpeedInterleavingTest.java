package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;
import org.curtail.energy.SpeedOpponents;
import org.curtail.energy.ThreadSpeedSchedule;
import org.curtail.policy.OneThreadEach;
import org.curtail.runtime.ScriptedWork.Script;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Steps an engine with classes of speed by hand, in very many orders. Its {@link Invariants} and
 * {@link SpeedInvariants} must hold between any two steps.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class SpeedInterleavingTest {
  private static final int SCHEDULES = Cases.count(100, 20_000);
  private static final long MS = 1_000_000;

  private static SpeedMachine machine(RandomGenerator random) {
    var list = new ArrayList<SpeedClass>();
    int classes = random.nextInt(1, 4);
    for (int k = 0; k < classes; k++) {
      list.add(new SpeedClass("class-" + k, random.nextInt(1, 3), (k + 1.0) / classes, 1 + k, 1));
    }
    return SpeedMachine.ofCores(list.toArray(SpeedClass[]::new));
  }

  /** Policy that changes its decisions, moves down too, and may fail. */
  private record Fickle(long seed, boolean fails) implements SpeedPolicy {
    @Override
    public String name() {
      return "fickle";
    }

    @Override
    public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
      long mind = Long.hashCode(seed + request.ageNanos() / MS * 31 + load.running()) & 0xFFFF;
      if (fails && mind % 97 == 0) {
        throw new IllegalStateException("out of its mind");
      }
      return new SpeedPolicy.Wish(
          (int) (mind % (load.machine().fastest() + 1)), (request.ageNanos() / MS + 1) * MS);
    }

    @Override
    public SpeedPolicy.WhenFull whenFull() {
      return SpeedPolicy.WhenFull.TAKES_ANY;
    }
  }

  private static SpeedPolicy policy(RandomGenerator random, SpeedMachine machine, boolean faulty) {
    return switch (random.nextInt(6)) {
      case 0 -> SpeedPolicy.allFast(machine);
      case 1 -> SpeedPolicy.allSlow();
      case 2 -> SpeedOpponents.tailFirst();
      case 3 -> new Fickle(random.nextLong(), faulty);
      default -> {
        var thresholds = new ArrayList<Long>();
        long at = 0;
        for (int k = 1; k < machine.classes().size(); k++) {
          at += random.nextLong(8 * MS);
          thresholds.add(at);
        }
        yield new SlowToFast(thresholds, SpeedPolicy.WhenFull.TAKES_ANY);
      }
    };
  }

  private static SteppedEngine engine(RandomGenerator random, boolean faulty) {
    SpeedMachine machine = machine(random);
    var parts =
        new SteppedEngine.Parts(
            OneThreadEach.firstComeFirstServed(),
            machine.cores(),
            random.nextInt(7),
            DrawnPolicies.one(random, Overload.values()),
            Boosting.GATE);
    return new SteppedEngine(parts, machine, policy(random, machine, faulty), true);
  }

  /** Policies that give each request one thread on a core of its own. */
  static Policy threads(RandomGenerator random, boolean faulty) {
    while (true) {
      Policy drawn = DrawnPolicies.draw(random, faulty);
      Traits traits = drawn.traits();
      if (!traits.boosts() && traits.preemption().order() != Preemption.Order.TURNS) {
        return drawn;
      }
    }
  }

  private static SteppedEngine engineOfThreads(RandomGenerator random, boolean faulty) {
    SpeedMachine machine = machine(random);
    var parts =
        new SteppedEngine.Parts(
            threads(random, faulty),
            machine.cores(),
            random.nextInt(7),
            DrawnPolicies.one(random, Overload.values()),
            Boosting.GATE);
    return new SteppedEngine(parts, machine, policy(random, machine, faulty), false);
  }

  private static void randomly(
      RandomGenerator random, SteppedEngine engine, boolean faulty, boolean swaps) {
    try {
      SchedulePlayer player =
          swaps
              ? new SchedulePlayer(engine, random, faulty, () -> threads(random, faulty))
              : new SchedulePlayer(engine, random, faulty, false);
      player.play();
    } catch (Throwable failure) {
      throw new AssertionError(failure.getMessage() + "\nin " + engine.schedule(), failure);
    }
  }

  @Test
  void inRandomSchedulesNoRequestIsLostOrStarves() {
    Cases.random(1, SCHEDULES, random -> randomly(random, engine(random, false), false, false));
  }

  @Test
  void inRandomSchedulesFailuresHarmNoOtherRequest() {
    Cases.random(
        1_000_001, SCHEDULES, random -> randomly(random, engine(random, true), true, false));
  }

  @Test
  void withSeveralThreadsEachNoRequestIsLostOrStarves() {
    Cases.random(
        2_000_001,
        SCHEDULES,
        random -> randomly(random, engineOfThreads(random, false), false, random.nextBoolean()));
  }

  @Test
  void withSeveralThreadsEachFailuresHarmNoOtherRequest() {
    Cases.random(
        3_000_001,
        SCHEDULES,
        random -> randomly(random, engineOfThreads(random, true), true, random.nextBoolean()));
  }

  private static final SpeedMachine ONE_OF_EACH =
      SpeedMachine.ofCores(
          new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 2, 0));

  private static SteppedEngine oneOfEach(SpeedPolicy policy) {
    return new SteppedEngine(
        new SteppedEngine.Parts(
            OneThreadEach.firstComeFirstServed(), 2, 9, Overload.REJECT, Boosting.GATE),
        ONE_OF_EACH,
        policy,
        true);
  }

  private static List<Integer> classes(SteppedEngine engine) {
    return engine.workers().stream().filter(Worker::hasWork).map(one -> one.speedClass).toList();
  }

  private static long servedBy(Worker worker) {
    return requireNonNull(worker.request()).id();
  }

  @Test
  void aRequestMovesAtTheFirstBorderAfterItsThreshold() {
    SteppedEngine engine = oneOfEach(SlowToFast.of(5 * MS));
    engine.submit(Script.plain(9), RequestOptions.NONE);
    Worker slow = engine.engine.workers().getFirst();
    for (int step = 0; step < 6; step++) {
      engine.step(slow);
    }
    engine.advanceMillis(4.9);
    engine.step(slow);
    engine.step(slow);
    assertThat(classes(engine)).containsExactly(0);
    engine.advanceMillis(0.2);
    for (int step = 0; step < 3 && slow.hasWork(); step++) {
      engine.step(slow);
    }
    assertThat(classes(engine)).containsExactly(1);
    engine.finish();
  }

  @Test
  void theOldestMovesUpEarlyToMakeRoomForArrivals() {
    SteppedEngine engine = oneOfEach(SlowToFast.of(1_000 * MS));
    engine.submit(Script.plain(9), RequestOptions.NONE);
    Worker slow = engine.engine.workers().getFirst();
    for (int step = 0; step < 5; step++) {
      engine.step(slow);
    }
    engine.submit(Script.plain(9), RequestOptions.NONE);
    assertThat(engine.engine.engine().view().awaiting()).hasSize(1);
    while (!engine.engine.engine().view().awaiting().isEmpty()) {
      engine.step(slow);
    }
    assertThat(servedBy(engine.engine.workers().getFirst())).isEqualTo(2);
    assertThat(servedBy(engine.engine.workers().getLast())).isEqualTo(1);
    engine.finish();
  }

  @Test
  void aStuckChunkDelaysNoRequestThatShouldGetItsCore() {
    SteppedEngine engine = oneOfEach(SlowToFast.of(1_000 * MS));
    engine.submit(Script.plain(9), RequestOptions.NONE);
    Worker slow = engine.engine.workers().getFirst();
    for (int step = 0; step < 5; step++) {
      engine.step(slow);
    }
    engine.stick(slow);
    Invariants.Seen second = engine.submit(Script.plain(9), RequestOptions.NONE);
    Invariants.Seen third = engine.submit(Script.plain(9), RequestOptions.NONE);
    engine.settle();
    assertThat(second.hasEnded()).isTrue();
    assertThat(third.hasEnded()).isTrue();
    engine.finish();
  }

  private static final SpeedMachine TWO_SLOW_ONE_FAST =
      SpeedMachine.ofCores(
          new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 2, 0));

  /** All three threads for a single request. */
  private static SteppedEngine threeThreads(SpeedPolicy speeds) {
    var engine =
        new SteppedEngine(
            new SteppedEngine.Parts(
                new ThreadSpeedSchedule(
                    List.of(new ThreadSpeedSchedule.Step(0, 3)), SlowToFast.of()),
                3,
                9,
                Overload.REJECT,
                Boosting.GATE),
            TWO_SLOW_ONE_FAST,
            speeds,
            false);
    engine.submit(Script.plain(99), RequestOptions.NONE);
    for (int round = 0; round < 4; round++) {
      engine.workers().forEach(engine::step);
    }
    assertThat(classes(engine)).containsExactly(0, 0, 1);
    return engine;
  }

  @Test
  void aRequestGivesUpItsSlowestCoreEvenIfTheFastOneIsAtABorderFirst() {
    SteppedEngine engine = threeThreads(SpeedOpponents.tailFirst());
    engine.submit(Script.plain(9), RequestOptions.NONE);
    Worker fast = engine.engine.workers().getLast();
    for (int step = 0; step < 9; step++) {
      engine.step(fast);
    }
    assertThat(servedBy(fast)).isEqualTo(1);
    for (int round = 0; round < 9; round++) {
      engine.workers().forEach(engine::step);
    }
    assertThat(engine.workers().stream().map(worker -> servedBy(worker)))
        .containsExactlyInAnyOrder(1L, 1L, 2L);
    engine.finish();
  }

  @Test
  void ifTheSlowestThreadIsStuckAnotherLeavesInstead() {
    SteppedEngine engine = threeThreads(SpeedOpponents.tailFirst());
    List<Worker> slow = List.copyOf(engine.engine.workers().subList(0, 2));
    slow.forEach(engine::stick);
    Invariants.Seen second = engine.submit(Script.plain(9), RequestOptions.NONE);
    Worker fast = engine.engine.workers().getLast();
    for (int step = 0; step < 9; step++) {
      engine.step(fast);
    }
    assertThat(servedBy(fast)).isEqualTo(1);
    // The request should move to a slow core, but no other request leaves one. So it continues on
    // its core.
    for (int waits = 0; waits < 2; waits++) {
      engine.advanceMillis(21);
      for (int step = 0; step < 50; step++) {
        engine.step(fast);
      }
    }
    assertThat(second.hasEnded()).isTrue();
    engine.finish();
  }

  @Test
  void anEngineThatBreaksInTheMiddleOfAMoveEndsAllRequests() {
    SteppedEngine engine = oneOfEach(SlowToFast.of(MS));
    engine.submit(Script.plain(9), RequestOptions.NONE);
    engine.submit(Script.plain(9), RequestOptions.NONE);
    engine.submit(Script.plain(9), RequestOptions.NONE);
    engine.step(engine.engine.workers().getFirst());
    engine.breakDown(new StackOverflowError("pretended"));
    engine.finish();
  }

  @Test
  void anotherPolicyOfSpeedsDecidesForAllThatRun() {
    SteppedEngine engine = oneOfEach(SpeedPolicy.allSlow());
    engine.submit(Script.plain(9), RequestOptions.NONE);
    Worker slow = engine.engine.workers().getFirst();
    for (int step = 0; step < 5; step++) {
      engine.step(slow);
    }
    engine.swap(SpeedPolicy.allFast(ONE_OF_EACH));
    while (slow.hasWork()) {
      engine.step(slow);
    }
    assertThat(classes(engine)).containsExactly(1);
    engine.finish();
  }
}
