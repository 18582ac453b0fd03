package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.Boosted;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.ScriptedWork.Script;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Memory that runs out in the middle of a change leaves every count exact, and what it has kept
 * from being done is done soon.
 */
class RepairTest {
  private static final double RETRY_MS = Engine.RETRY_NANOS / 1e6;

  private enum Question {
    ADMIT,
    DECIDE
  }

  /** Memory runs out when it is asked for the next time, as often as it is told to. */
  private static class ShortOfMemory implements DelegatingPolicy {
    private final Policy policy;
    private final Map<Question, Integer> faults = new HashMap<>();

    ShortOfMemory(Policy policy) {
      this.policy = policy;
    }

    void runsOut(Question question, int times) {
      faults.put(question, times);
    }

    private void ask(Question question) {
      int left = faults.getOrDefault(question, 0);
      if (left > 0) {
        faults.put(question, left - 1);
        throw new OutOfMemoryError("pretended");
      }
    }

    @Override
    public Policy policy() {
      return policy;
    }

    @Override
    public Admission admit(Progress waiting, Load load) {
      ask(Question.ADMIT);
      return policy.admit(waiting, load);
    }

    @Override
    public Decision decide(Progress running, Load load) {
      ask(Question.DECIDE);
      return policy.decide(running, load);
    }
  }

  private final ManualClock clock = new ManualClock();
  private final List<Ticket<Integer>> tickets = new ArrayList<>();

  private Curtail engine(Policy policy, int threads) {
    return Curtail.with(policy).cores(2).threads(threads).clock(clock).startWithoutThreads();
  }

  private void submit(Curtail curtail, int requests) {
    for (int i = 0; i < requests; i++) {
      tickets.add(curtail.submit(new RecordedWork(1, chunk -> {})));
    }
  }

  private static List<Long> running(Curtail curtail) {
    return curtail.engine().view().running().stream().map(request -> request.id()).toList();
  }

  private static void settle(Curtail curtail) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Worker worker : curtail.workers()) {
        moved |= worker.step();
      }
    }
  }

  private static SteppedEngine stepped(Policy policy, int cores, @Nullable Boosting boosting) {
    return new SteppedEngine(new SteppedEngine.Parts(policy, cores, 9, Overload.REJECT, boosting));
  }

  // ---- Counts.

  /** A caller in no pool, on its way back from a request that runs no more. */
  @Test
  void aCallerWhoseRequestEndedBeforeItCameBackIsCountedUntilItIsBack() {
    SteppedEngine engine = stepped(new FixedDegree(2), 2, Boosting.GATE);
    engine.run(Script.plain(4), RequestOptions.NONE);
    Worker caller = engine.workers().getLast();
    assertThat(caller.isPooled()).isFalse();
    while (engine.workers().stream().filter(Worker::hasWork).count() < 2) {
      engine.step(caller);
    }
    Request<?, ?> request = engine.engine.engine().view().running().getFirst();
    Worker helper =
        engine.workers().stream()
            .filter(worker -> worker.isPooled() && worker.hasWork())
            .findFirst()
            .orElseThrow();
    while (request.path().serving() < 2) {
      engine.step(helper);
    }
    while (request.path().serving() == 2) {
      engine.step(caller);
    }
    while (helper.hasWork()) {
      engine.step(helper);
    }
    assertThat(caller.hasWork()).as("the caller is not back").isTrue();
    assertThat(engine.engine.engine().view().busy()).isEqualTo(1);
    engine.repair();
    assertThat(engine.engine.engine().view().busy()).isEqualTo(1);
    engine.step(caller);
    assertThat(engine.engine.engine().view().busy()).isZero();
    engine.repair();
    engine.finish();
  }

  /** Threads of boosted requests go first by the operating system. */
  @Test
  void nobodyPausesWhereTheOperatingSystemBoosts() {
    var parts =
        new SteppedEngine.Parts(new Boosted(new FixedDegree(2)), 3, 9, Overload.REJECT, null, 6, 0);
    var engine = new SteppedEngine(parts);
    for (int i = 0; i < 5; i++) {
      engine.submit(Script.plain(6), RequestOptions.NONE);
    }
    for (int step = 0; engine.engine.engine().view().boostedThreads() == 0; step++) {
      assertThat(step).as("steps without boosting").isLessThan(100);
      engine.step(engine.workers().get(step % engine.workers().size()));
    }
    engine.repair();
    assertThat(engine.engine.engine().view().boostedThreads()).isEqualTo(2);
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Worker worker : engine.workers()) {
        moved |= engine.step(worker);
        assertThat(engine.engine.engine().view().paused()).isEmpty();
      }
    }
    engine.finish();
  }

  /** While others run, requests wait for an exit. */
  private record OneForOne(int first) implements Policy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      return load.requests() <= first ? Admission.START : Admission.WAIT_FOR_EXIT;
    }

    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(1);
    }

    /** Counts those that started. */
    @Override
    public long remember(Load load) {
      return load.memory() + 1;
    }

    @Override
    public int maxDegree() {
      return 1;
    }

    @Override
    public int threads(int cores) {
      return UNLIMITED;
    }
  }

  @Test
  void theExitThatAdmittedARequestAdmitsItStillIfItsStartHadToBeUndone() {
    var policy = new ShortOfMemory(new OneForOne(2));
    Curtail curtail = engine(policy, 3);
    submit(curtail, 4);
    assertThat(running(curtail)).containsExactly(1L, 2L);
    policy.runsOut(Question.DECIDE, 1);
    Worker first =
        curtail.workers().stream()
            .filter(worker -> worker.request() != null && worker.request().id() == 1)
            .findFirst()
            .orElseThrow();
    while (!tickets.getFirst().isDone() || first.hasWork()) {
      first.step();
    }
    assertThat(running(curtail)).containsExactly(2L);
    clock.advanceMillis(RETRY_MS);
    curtail.engine().lookAgain();
    assertThat(running(curtail)).containsExactly(2L, 3L);
    settle(curtail);
    assertThat(tickets).allMatch(Ticket::isDone);
    curtail.close();
  }

  @Test
  void whatIsRememberedOfAStartThatHadToBeUndoneIsForgotten() {
    var policy = new ShortOfMemory(new OneForOne(9));
    Curtail curtail = engine(policy, 2);
    policy.runsOut(Question.DECIDE, 1);
    submit(curtail, 1);
    assertThat(running(curtail)).isEmpty();
    assertThat(curtail.engine().load().memory()).isZero();
    clock.advanceMillis(RETRY_MS);
    curtail.engine().lookAgain();
    assertThat(running(curtail)).containsExactly(1L);
    assertThat(curtail.engine().load().memory()).isEqualTo(1);
    settle(curtail);
    curtail.close();
  }

  // ---- Time.

  /** A deadline that comes sooner than the next attempt. */
  @Test
  void whoWaitsIsGivenUpAtItsDeadlineThoughSomebodyIsToLookAgainLater() {
    var policy =
        new ShortOfMemory(
            new DelegatingPolicy() {
              @Override
              public Policy policy() {
                return new Sequential();
              }

              @Override
              public Admission admit(Progress waiting, Load load) {
                return waiting.ageNanos() < 2 * Engine.RETRY_NANOS
                    ? new Admission.WaitUntil(2 * Engine.RETRY_NANOS)
                    : Admission.WAIT_FOR_CHANGE;
              }
            });
    Curtail curtail = engine(policy, 1);
    submit(curtail, 1);
    clock.advanceMillis(RETRY_MS);
    Ticket<Integer> late =
        curtail.submit(
            new RecordedWork(1, chunk -> {}),
            RequestOptions.NONE.within(Duration.ofNanos(3 * Engine.RETRY_NANOS / 2)));
    clock.advanceMillis(RETRY_MS);
    policy.runsOut(Question.ADMIT, 1);
    settle(curtail);
    assertThat(late.isDone()).isFalse();
    clock.advanceMillis(RETRY_MS / 2);
    settle(curtail);
    assertThat(late.isDone()).isTrue();
    assertThat(late.timeline().outcome()).isEqualTo(Outcome.EXPIRED);
    curtail.close();
  }

  /** Without an answer it starts alone, and is asked about again as soon as it is at a border. */
  @Test
  void aRequestThatStartedWithoutADecisionGetsItsThreadsSoon() {
    var policy = new ShortOfMemory(new FixedDegree(2));
    Curtail curtail = engine(policy, 2);
    policy.runsOut(Question.DECIDE, 2);
    tickets.add(curtail.submit(new RecordedWork(8, chunk -> clock.advanceMillis(RETRY_MS))));
    assertThat(running(curtail)).isEmpty();
    clock.advanceMillis(RETRY_MS);
    settle(curtail);
    assertThat(tickets.getFirst().isDone()).isTrue();
    assertThat(tickets.getFirst().timeline().peakDegree()).isEqualTo(2);
    curtail.close();
  }
}
