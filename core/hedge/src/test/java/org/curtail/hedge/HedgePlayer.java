package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.testkit.Require.require;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;

/**
 * A hedge, calls of arbitrary behaviour, and the invariants after each step of a random schedule.
 */
final class HedgePlayer {
  private static final int LEAST_ACTIONS = 20;
  private static final int MORE_ACTIONS = 120;

  /** Fails at its {@code faultAt}-th call. */
  private static final class FaultyListener implements HedgeListener {
    private final int faultAt;
    private int told;

    FaultyListener(int faultAt) {
      this.faultAt = faultAt;
    }

    private void tell() {
      if (told++ >= faultAt) {
        throw new IllegalStateException("told " + told + " times");
      }
    }

    @Override
    public void sent(long call, int attempt) {
      tell();
    }

    @Override
    public void ended(long call, HedgeListener.CallEnd end) {
      tell();
    }
  }

  final RandomGenerator random;
  final boolean faulty;
  final ReissuePolicy policy;
  final boolean isAdaptive;
  final SteppedHedge stepped;
  final List<PlayedCall> calls = new ArrayList<>();

  /** Failures that are declared fatal to the hedge. */
  final Set<Throwable> fatal = Collections.newSetFromMap(new IdentityHashMap<>());

  private final double fraction;
  private final FaultyListener broken;
  private int ended;
  private int depth;
  boolean closed;
  private boolean finishing;

  /** True while the clock does not go back; after that, due times are not checked. */
  boolean isSteady = true;

  HedgePlayer(RandomGenerator random, boolean faulty) {
    this.random = random;
    this.faulty = faulty;
    isAdaptive = random.nextInt(6) == 0;
    policy = isAdaptive ? ReissuePolicy.NONE : policy();
    fraction = random.nextBoolean() ? 5 : 0.05 + random.nextDouble();
    HedgeSetup setup =
        isAdaptive
            ? Hedge.adaptive(new ReissueGoal(90, 0.5)).probing(random.nextDouble())
            : Hedge.of(policy);
    setup
        .budget(HedgeBudget.of(fraction, 1 + random.nextInt(20)))
        .leastSamples(random.nextInt(3))
        .seed(random.nextLong())
        .listener(
            new HedgeListener() {
              @Override
              public void ended(long call, HedgeListener.CallEnd end) {
                ended++;
              }
            });
    if (random.nextBoolean()) {
      setup.retrying(this::isRetried);
    }
    if (random.nextBoolean()) {
      setup.fatal(this::isFatal);
    }
    if (random.nextBoolean()) {
      setup.unguarded();
    }
    broken = new FaultyListener(random.nextInt(30));
    if (faulty && random.nextInt(3) == 0) {
      setup.listener(broken);
    }
    stepped = new SteppedHedge(setup);
  }

  private boolean isRetried(Throwable failure) {
    if (faulty && random.nextInt(10) == 0) {
      throw new IllegalStateException("cannot say");
    }
    return failure instanceof IllegalStateException;
  }

  private boolean isFatal(Throwable failure) {
    if (faulty && random.nextInt(10) == 0) {
      throw new IllegalStateException("cannot say");
    }
    boolean is = failure instanceof UnsupportedOperationException;
    if (is) {
      fatal.add(failure);
    }
    return is;
  }

  private ReissuePolicy policy() {
    var reissues = new ArrayList<Reissue>();
    for (int i = random.nextInt(4); i > 0; i--) {
      double probability = random.nextInt(3) == 0 ? random.nextDouble() : 1;
      reissues.add(new Reissue(random.nextInt(5) * 5, probability));
    }
    reissues.sort(Comparator.comparingDouble(Reissue::delayMillis));
    return new ReissuePolicy(reissues);
  }

  void play() {
    int actions = LEAST_ACTIONS + random.nextInt(MORE_ACTIONS);
    int closesAt = random.nextInt(3) == 0 ? random.nextInt(actions) : -1;
    for (int action = 0; action < actions; action++) {
      act();
      if (action == closesAt) {
        closed = true;
        stepped.hedge.close();
        if (random.nextBoolean()) {
          stepped.close();
        }
      }
      check();
    }
    finish();
  }

  private void act() {
    int kind = random.nextInt(100);
    if (kind < 25) {
      call();
    } else if (kind < 55) {
      someAttempt(false);
    } else if (kind < 60) {
      someFuture();
    } else if (kind < 80) {
      stepped.advanceMillis(random.nextInt(4) * 2.5);
    } else if (faulty && kind == 80) {
      isSteady = false;
      stepped.advanceMillis(-random.nextInt(20));
    } else if (kind < 85) {
      stepped.watch();
    } else {
      stepped.step();
    }
  }

  private void call() {
    var call = new PlayedCall(this);
    // A call made within another one counts as begun in the order of creation.
    calls.add(call);
    call.begunMillis = stepped.millis();
    CompletableFuture<Integer> future;
    if (random.nextInt(3) == 0) {
      call.deadlineMillis = call.begunMillis + 1 + random.nextInt(40);
      Duration left = Duration.ofMillis(Math.round(call.deadlineMillis - call.begunMillis));
      future = stepped.hedge.call(call, left);
    } else {
      future = stepped.hedge.call(call);
    }
    call.returned(future);
    if (closed) {
      assertThat(call.attempts).as("attempts of a refused call").isEmpty();
      calls.remove(call);
    }
  }

  /** Applies an event to an attempt: mostly of a call that has not ended, or else of any. */
  void someAttempt(boolean inside) {
    if (calls.isEmpty() || depth > 4) {
      return;
    }
    depth++;
    PlayedCall call = calls.get(random.nextInt(calls.size()));
    for (int tries = 0; tries < 3 && (call.attempts.isEmpty() || call.isDone()); tries++) {
      call = calls.get(random.nextInt(calls.size()));
    }
    if (!call.attempts.isEmpty()) {
      PlayedAttempt attempt = call.attempts.get(random.nextInt(call.attempts.size()));
      int kind = random.nextInt(10);
      if (kind < 6) {
        attempt.answer();
      } else if (kind < 9) {
        attempt.fail();
      } else if (random.nextBoolean()) {
        attempt.sendNoMore();
      } else if (faulty || inside) {
        attempt.answer();
        attempt.answer();
        attempt.fail();
      }
    }
    depth--;
  }

  private void someFuture() {
    if (calls.isEmpty()) {
      return;
    }
    PlayedCall call = calls.get(random.nextInt(calls.size()));
    CompletableFuture<Integer> future = call.future;
    if (future == null) {
      return;
    }
    call.isTouched |= !future.isDone();
    switch (random.nextInt(3)) {
      case 0 -> future.cancel(random.nextBoolean());
      case 1 -> future.complete(-1);
      default -> future.completeExceptionally(new IllegalStateException("enough"));
    }
  }

  /** Runs users' code where it is called. */
  void inside() {
    int kind = random.nextInt(30);
    if (kind < 3) {
      someAttempt(true);
    } else if (kind == 3) {
      someFuture();
    } else if (kind == 4) {
      stepped.advanceMillis(random.nextInt(4) * 2.5);
    } else if (kind == 5 && depth < 3 && !finishing) {
      depth++;
      call();
      depth--;
    }
  }

  private void check() {
    int sent = 0;
    for (PlayedCall call : calls) {
      call.check();
      sent += Math.max(call.attempts.size() - 1, 0);
    }
    // A budget is empty at first: everything sent has been earned.
    require(
        sent <= fraction * calls.size() + 1e-6,
        "%d further attempts of %d calls",
        sent,
        calls.size());
  }

  private void finish() {
    finishing = true;
    for (PlayedCall call : List.copyOf(calls)) {
      if (call.deadlineMillis < Double.POSITIVE_INFINITY && random.nextBoolean()) {
        continue;
      }
      for (int i = 0; i < call.attempts.size(); i++) {
        // More attempts may be started meanwhile.
        call.attempts.get(i).answer();
      }
      assertThat(call.isDone()).as("%s, whose attempts were answered", call).isTrue();
    }
    stepped.pass(1e6);
    for (PlayedCall call : calls) {
      if (call.deadlineMillis < Double.POSITIVE_INFINITY) {
        assertThat(call.isDone()).as("%s, whose deadline has passed", call).isTrue();
      }
    }
    for (PlayedCall call : List.copyOf(calls)) {
      for (int i = 0; i < call.attempts.size(); i++) {
        call.attempts.get(i).answer();
      }
    }
    stepped.pass(1e6);
    check();
    assertThat(stepped.hedge.parts().timer.waiting()).as("entries of the timer").isZero();
    HedgeMetrics metrics = stepped.hedge.metrics();
    HedgeMetrics.Counts counts = metrics.counts();
    assertThat(counts.calls()).isEqualTo(calls.size());
    assertThat(calls).as("calls at the end").allMatch(PlayedCall::isDone);
    assertThat(counts.allEnded()).as("%s of %s", counts, calls).isEqualTo(calls.size());
    assertThat(broken.told).as("calls of a listener").isLessThanOrEqualTo(broken.faultAt + 1);
    assertThat(ended).isEqualTo(calls.size());
    assertThat(metrics.gauges().underWay()).isZero();
    assertThat(counts.won() + counts.lost()).isEqualTo(counts.sent());
    long started = calls.stream().mapToLong(call -> call.attempts.size() - 1).sum();
    // An attempt may be stopped in the moment in which it is about to be started.
    assertThat(counts.sent()).isGreaterThanOrEqualTo(started);
    for (Outcome outcome : Outcome.values()) {
      long expected = calls.stream().filter(call -> call.outcome() == outcome).count();
      assertThat(counts.ended(outcome)).as("%s", outcome).isEqualTo(expected);
    }
    stepped.watch();
  }
}
