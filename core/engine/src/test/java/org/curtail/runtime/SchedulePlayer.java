package org.curtail.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.runtime.ScriptedWork.Fault;
import org.curtail.runtime.ScriptedWork.Script;
import org.jspecify.annotations.Nullable;

/** Chooses what happens to a stepped engine next, at random. */
final class SchedulePlayer {
  private static final int LEAST_ACTIONS = 40;
  private static final int MORE_ACTIONS = 200;
  private static final double HOURS_MS = 5 * 3_600_000.0;

  private final SteppedEngine engine;
  private final RandomGenerator random;
  private final boolean faulty;

  /** Source of policies that replace each other; null if none do. */
  private final @Nullable Supplier<Policy> swaps;

  private final List<Invariants.Seen> submitted = new ArrayList<>();

  /** One of this number of actions submits a request. */
  private final int rarity;

  /** Step of the clock. */
  private final double paceMs;

  SchedulePlayer(SteppedEngine engine, RandomGenerator random, boolean faulty, boolean swaps) {
    this(engine, random, faulty, swaps ? () -> DrawnPolicies.draw(random, faulty) : null);
  }

  SchedulePlayer(
      SteppedEngine engine,
      RandomGenerator random,
      boolean faulty,
      @Nullable Supplier<Policy> swaps) {
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
    } else if (swaps != null && (kind == 9 || kind == 10)) {
      engine.swap(swaps.get());
    } else {
      engine.step(worker());
    }
  }

  /** A worker; those with work are more likely than others. */
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
      Fault fault = DrawnPolicies.one(random, Fault.values());
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
      options = options.of(DrawnPolicies.one(random, PriorityClass.values()));
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
    } else if (swaps != null && kind == 17) {
      engine.swapInside(swaps.get());
    }
  }
}
