package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.curtail.hedge.CallEnd.Outcome;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * A hedge, calls that do what they like, and what must hold after each step of a random schedule.
 */
final class HedgePlayer {
  private static final int LEAST_ACTIONS = 20;
  private static final int MORE_ACTIONS = 120;

  /** What happened in many schedules. */
  static final class Tally {
    long hedges;
    long retries;
    long won;
    long timedOut;
    long cancelled;
    long failed;
    long suppressed;
    long probes;

    void add(HedgePlayer player) {
      HedgeMetrics.Counts counts = player.stepped.hedge.metrics().counts();
      hedges += counts.hedges();
      retries += counts.retries();
      won += counts.won();
      timedOut += counts.ended(Outcome.TIMED_OUT);
      cancelled += counts.ended(Outcome.CANCELLED);
      failed += counts.ended(Outcome.FAILED);
      suppressed += counts.suppressed().values().stream().mapToLong(Long::longValue).sum();
      probes += player.calls.stream().filter(call -> call.isProbe).count();
    }
  }

  /** Fails when it is told something for the {@code faultAt}-th time. */
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
    public void ended(long call, CallEnd end) {
      tell();
    }
  }

  private final RandomGenerator random;
  private final boolean faulty;
  private final ReissuePolicy policy;
  private final double fraction;
  private final boolean isAdaptive;
  private final SteppedHedge stepped;
  private final List<PlayedCall> calls = new ArrayList<>();
  private final FaultyListener broken;
  private int ended;
  private int depth;
  private boolean closed;
  private boolean finishing;

  /** The clock, for as long as it does not go back; then what is due when is not checked. */
  private boolean isSteady = true;

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
              public void ended(long call, CallEnd end) {
                ended++;
              }
            });
    if (random.nextBoolean()) {
      setup.retrying(this::isRetried);
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
    // A call that is made within another one counts as begun in the order of its making.
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

  /** Something happens to an attempt: mostly of a call that has not ended, or else of any. */
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

  /** What users' code does where it is called. */
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
    // A budget is empty at first: what was sent has been earned.
    assertThat((double) sent)
        .as("further attempts of %d calls", calls.size())
        .isLessThanOrEqualTo(fraction * calls.size() + 1e-6);
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
    assertThat(stepped.hedge.parts().timer().waiting()).as("entries of the timer").isZero();
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

  /** A call whose attempts do what the player says. */
  static final class PlayedCall implements HedgedCall<Integer> {
    private static int names;

    private final HedgePlayer player;
    private final int name = names++;
    final List<PlayedAttempt> attempts = new ArrayList<>();
    @Nullable CompletableFuture<Integer> future;
    double begunMillis;
    double deadlineMillis = Double.POSITIVE_INFINITY;

    /** Its future was completed or cancelled by the player, which came first. */
    boolean isTouched;

    boolean isProbe;
    private int completions;

    PlayedCall(HedgePlayer player) {
      this.player = player;
    }

    void returned(CompletableFuture<Integer> made) {
      future = made;
      made.whenComplete((value, failure) -> completions++);
    }

    boolean isDone() {
      return future != null && future.isDone();
    }

    @Override
    public CompletionStage<Integer> start(Attempt attempt) throws Exception {
      assertThat(attempt.number()).as("number of the next attempt").isEqualTo(attempts.size());
      assertThat(isDone()).as("%s is done before attempt %d", this, attempt.number()).isFalse();
      assertThat(player.closed && attempt.number() > 0).as("attempts after closing").isFalse();
      checkTime(attempt.number());
      var played = new PlayedAttempt(this, attempt);
      attempts.add(played);
      attempt.replica(played.value());
      assertThat(attempt.avoid())
          .isEqualTo(
              attempts.stream().limit(attempt.number()).<Object>map(PlayedAttempt::value).toList());
      return played.start();
    }

    private void checkTime(int attempt) {
      if (attempt == 0) {
        return;
      }
      // A retry needs a failure; who has none waits, unless it is a probe.
      boolean isRetry = attempts.stream().allMatch(earlier -> earlier.isFailed);
      if (!isRetry && attempt == 1 && future == null && player.isAdaptive) {
        isProbe = true;
      }
      if (!isRetry && !isProbe && player.isSteady && !player.isAdaptive) {
        double least =
            player.policy.reissues().isEmpty()
                ? Double.POSITIVE_INFINITY
                : player.policy.reissues().getFirst().delayMillis();
        assertThat(player.stepped.millis() - begunMillis)
            .as("delay of attempt %d of %s", attempt, this)
            .isGreaterThanOrEqualTo(least - 1e-6);
      }
    }

    void check() {
      assertThat(completions).as("completions of %s", this).isEqualTo(isDone() ? 1 : 0);
      int most = isProbe ? 2 : player.isAdaptive ? 2 : player.policy.maxAttempts();
      assertThat(attempts.size()).as("attempts of %s", this).isBetween(1, most);
      if (!isDone()) {
        assertThat(attempts.stream().filter(attempt -> attempt.isAnswered && !attempt.isFailed))
            .as("answers of %s, which is not done", this)
            .isEmpty();
        assertThat(attempts.stream().allMatch(attempt -> attempt.isFailed))
            .as("all attempts of %s have failed and it is not done", this)
            .isFalse();
      }
      for (PlayedAttempt attempt : attempts) {
        attempt.check();
      }
      if (isDone() && outcome() == Outcome.ANSWERED) {
        int value = done().resultNow();
        assertThat(attempts.stream().filter(attempt -> attempt.value() == value))
            .as("attempts that answered %s with %d", this, value)
            .hasSize(1)
            .allMatch(attempt -> attempt.isAnswered && !attempt.isFailed);
      }
    }

    private CompletableFuture<Integer> done() {
      return Objects.requireNonNull(future);
    }

    /** As the player sees it. */
    Outcome outcome() {
      if (isTouched) {
        return Outcome.CANCELLED;
      }
      if (!done().isCompletedExceptionally()) {
        return Outcome.ANSWERED;
      }
      return done().exceptionNow() instanceof java.util.concurrent.TimeoutException
          ? Outcome.TIMED_OUT
          : Outcome.FAILED;
    }

    @Override
    public String toString() {
      return "call " + name + " begun at " + begunMillis + " ms with " + attempts;
    }
  }

  /** One attempt, and what it was told. */
  static final class PlayedAttempt {
    private static final int MOST_ATTEMPTS = 100;

    private final PlayedCall call;
    private final Attempt attempt;
    private final CompletableFuture<Integer> stage = new CompletableFuture<>();

    /** Its first answer came while nobody had cancelled it. */
    private boolean isAnswered;

    private boolean isFailed;
    private int cancelled;

    /** What it was asked to do when it is cancelled. */
    private int toCancel;

    PlayedAttempt(PlayedCall call, Attempt attempt) {
      this.call = call;
      this.attempt = attempt;
    }

    int value() {
      return call.name * MOST_ATTEMPTS + attempt.number();
    }

    @SuppressWarnings("NullAway") // As a careless call does.
    CompletionStage<Integer> start() throws Exception {
      HedgePlayer player = call.player;
      if (player.random.nextInt(4) != 0) {
        toCancel++;
        attempt.onCancel(this::cancel);
      }
      player.inside();
      if (player.faulty) {
        switch (player.random.nextInt(30)) {
          case 0 -> {
            noteThrown();
            throw new java.io.IOException("at once");
          }
          case 1 -> {
            noteThrown();
            throw new StackOverflowError("deep");
          }
          case 2 -> {
            noteThrown();
            return null;
          }
          case 3 -> {
            return new TwiceCompleted(this);
          }
          default -> {}
        }
      }
      if (player.random.nextInt(10) == 0) {
        answer();
      }
      // The hedge cannot cancel what it does not know to be a future.
      return player.random.nextInt(4) == 0 ? stage.minimalCompletionStage() : stage;
    }

    private void cancel() {
      cancelled++;
      call.player.inside();
      if (call.player.faulty && call.player.random.nextInt(5) == 0) {
        throw new IllegalStateException("cannot cancel");
      }
    }

    /**
     * Whether it is heard: it is the first, the attempt is wanted, and the stage was handed over.
     */
    private void note(boolean failed) {
      if (!isAnswered && !attempt.isCancelled()) {
        isAnswered = true;
        isFailed = failed;
      }
    }

    /** Nobody will hear of the stage, whatever became of it. */
    private void noteThrown() {
      if (!attempt.isCancelled()) {
        isAnswered = true;
        isFailed = true;
      }
    }

    void answer() {
      if (!stage.isDone()) {
        note(false);
        stage.complete(value());
      }
    }

    void fail() {
      if (!stage.isDone()) {
        note(true);
        var failure =
            call.player.random.nextBoolean()
                ? new IllegalStateException("again")
                : new IllegalArgumentException("never");
        stage.completeExceptionally(
            call.player.random.nextInt(4) == 0 ? new CompletionException(failure) : failure);
      }
    }

    void check() {
      assertThat(cancelled)
          .as("cancellations of attempt %d of %s", attempt.number(), call)
          .isEqualTo(attempt.isCancelled() ? toCancel : 0);
      if (call.isDone() && !isAnswered && !call.isProbe) {
        assertThat(attempt.isCancelled())
            .as("attempt %d of %s is cancelled", attempt.number(), call)
            .isTrue();
      }
    }

    @Override
    public String toString() {
      return (isFailed ? "failed" : isAnswered ? "answered" : "under way")
          + (attempt.isCancelled() ? ", cancelled" : "");
    }
  }

  /** A stage that tells whoever depends on it everything twice. */
  private static final class TwiceCompleted extends CompletableFuture<Integer> {
    private final PlayedAttempt attempt;

    TwiceCompleted(PlayedAttempt attempt) {
      this.attempt = attempt;
    }

    @Override
    public CompletableFuture<Integer> whenComplete(
        java.util.function.BiConsumer<? super Integer, ? super Throwable> action) {
      attempt.stage.whenComplete((value, failure) -> {
        action.accept(value, failure);
        action.accept(value, failure);
        action.accept(null, new IllegalStateException("thrice"));
      });
      return this;
    }
  }
}
