package org.curtail.hedge;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a hedge beside its plan. Every setting has a default. Calls must be declared
 * {@linkplain #idempotent idempotent}. Created by {@link Hedge#of} and {@link Hedge#adaptive}. For
 * one thread.
 */
public final class HedgeSetup {
  private static final double DEFAULT_FRACTION = 0.05;
  private static final int DEFAULT_LEAST_SAMPLES = 100;

  private final ReissuePolicy policy;

  /** Goal of the hedge; null if the hedge was created from a policy. */
  private final @Nullable ReissueGoal goal;

  /** Share of the calls without an answer when their first hedge is due; negative if unknown. */
  private final double plannedShare;

  private final boolean isAdaptive;
  private final List<HedgeListener> listeners = new ArrayList<>();
  private String name = "hedge";
  private boolean isIdempotent;
  private @Nullable HedgeBudget budget;
  private Duration leastDelay = Duration.ZERO;
  private int leastSamples = DEFAULT_LEAST_SAMPLES;
  private Predicate<? super Throwable> retrying = failure -> false;
  private Predicate<? super Throwable> fatal = failure -> false;
  private Supplier<? extends @Nullable Executor> context = () -> null;
  private @Nullable Executor late;
  private @Nullable Consumer<Object> unused;
  private double probing;
  private double lastResort;
  private long seed = 1;
  private LongSupplier clock = System::nanoTime;
  private boolean isGuarded = true;

  private HedgeSetup(
      ReissuePolicy policy, @Nullable ReissueGoal goal, double plannedShare, boolean isAdaptive) {
    this.policy = Schedule.checked(policy);
    this.goal = goal;
    this.plannedShare = plannedShare;
    this.isAdaptive = isAdaptive;
  }

  static HedgeSetup of(ReissuePlan plan) {
    return new HedgeSetup(plan.policy(), plan.goal(), reachedShare(plan), false);
  }

  static HedgeSetup of(ReissuePolicy policy) {
    return new HedgeSetup(policy, null, -1, false);
  }

  static HedgeSetup adaptive(ReissueGoal goal) {
    return new HedgeSetup(ReissuePolicy.NONE, goal, -1, true);
  }

  /** Returns the share of calls that last longer than the delay of the only copy; -1 if unknown. */
  static double reachedShare(ReissuePlan plan) {
    if (plan.policy().reissues().size() != 1) {
      return -1;
    }
    double probability = plan.policy().reissues().getFirst().probability();
    return probability > 0 ? Math.min(plan.reissueFraction() / probability, 1) : -1;
  }

  /** Sets the name in logs, events and threads; default {@code hedge}. */
  public HedgeSetup named(String hedgeName) {
    name = requireNonNull(hedgeName, "name");
    return this;
  }

  /** Declares that sending a call twice does no harm. Without this, {@link #start} throws. */
  public HedgeSetup idempotent() {
    isIdempotent = true;
    return this;
  }

  /**
   * Sets the limit of copies and retries together. Several hedges may share a budget. When the
   * budget is used up, calls go on with their present attempts.
   */
  public HedgeSetup budget(HedgeBudget shared) {
    budget = requireNonNull(shared, "budget");
    return this;
  }

  /**
   * Sets the least delay of a hedge after the first attempt; default 0. Shorter delays of the plan
   * are raised to this delay.
   *
   * @throws IllegalArgumentException if negative
   */
  public HedgeSetup leastDelay(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("leastDelay must not be negative: " + delay);
    }
    leastDelay = delay;
    return this;
  }

  /**
   * Sets the number of answered calls before the first hedge; default 100.
   *
   * @throws IllegalArgumentException if negative
   */
  public HedgeSetup leastSamples(int calls) {
    if (calls < 0) {
      throw new IllegalArgumentException("leastSamples must not be negative: " + calls);
    }
    leastSamples = calls;
    return this;
  }

  /**
   * Sets the failures that are retried at once, at another replica, if no other attempt is under
   * way. Retries are limited by the budget and by the plan's number of attempts. Default: none.
   *
   * @param failures called on the thread that reported the failure; if it throws, the failure is
   *     not retried, and the first exception is reported
   */
  public HedgeSetup retrying(Predicate<? super Throwable> failures) {
    retrying = requireNonNull(failures, "retrying");
    return this;
  }

  /**
   * Sets the failures that end a call at once. Examples are failures after which another attempt
   * would do harm or fail in the same way. The call fails with that failure, attempts under way are
   * cancelled, and no attempt follows. This setting has priority over {@link #retrying}. Default:
   * none.
   *
   * @param failures called on the thread that reported the failure; if it throws, the failure does
   *     not end the call, and the first exception is reported
   */
  public HedgeSetup fatal(Predicate<? super Throwable> failures) {
    fatal = requireNonNull(failures, "fatal");
    return this;
  }

  /**
   * Sets the context in which copies and retries start: the caller's thread-locals, scoped values
   * or trace. For each call, {@code capture} runs on the caller's thread and returns an executor.
   * That executor starts each copy and retry, on the same or another thread. The first attempt
   * always starts on the caller's thread. Default: no context.
   *
   * <pre>{@code
   * .context(() -> {
   *   User user = USER.get();
   *   return start -> ScopedValue.where(USER, user).run(start);
   * })
   * }</pre>
   *
   * @param capture source of executors; if it throws, the call fails and nothing is sent; if its
   *     executor throws, the attempt fails
   */
  public HedgeSetup context(Supplier<? extends Executor> capture) {
    requireNonNull(capture, "context");
    context = () -> requireNonNull(capture.get(), "context");
    return this;
  }

  /**
   * Sets a hook for unused answers, so that it can close their resources. Unused are the answers of
   * losing attempts, and answers after the deadline or after cancellation. Default: unused answers
   * are dropped. With this hook, the futures of losing attempts are not cancelled, as a cancelled
   * future drops its answer. Cancel such attempts by {@link Attempt#onCancel}.
   *
   * @param hook called on the thread that answered, never with null; only its first exception is
   *     reported
   */
  public HedgeSetup unused(Consumer<Object> hook) {
    unused = requireNonNull(hook, "unused");
    return this;
  }

  /** Adds a listener. */
  public HedgeSetup listener(HedgeListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Sets the share of probes among the calls of an adaptive hedge; default 0. A probe is sent twice
   * at once, and both attempts run to their end. Probes count in the budget. Only probes show if
   * both attempts of a call are slow together, which limits the gain of hedging. A share of 0.01 is
   * enough.
   *
   * @throws IllegalArgumentException if the share is not from 0 to 1
   */
  public HedgeSetup probing(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("probing must be from 0 to 1: " + share);
    }
    probing = share;
    return this;
  }

  /**
   * Sets a last resort: a call without a copy gets one after {@code times} the delay of the first
   * hedge. The reason for the missing copy may be probability, load or budget. If an adaptive hedge
   * has no useful policy, the delay is {@code times} the goal's percentile. Load and budget limit
   * the last resort, too. After a refusal, the call tries again when its waiting time has doubled.
   * Default: no last resort.
   *
   * @throws IllegalArgumentException if {@code times} is not from 1 to 1,000
   */
  public HedgeSetup lastResort(double times) {
    if (!(times >= 1 && times <= 1_000)) {
      throw new IllegalArgumentException("lastResort must be from 1 to 1000: " + times);
    }
    lastResort = times;
    return this;
  }

  /** Sets the seed of the random choice of hedged calls; default 1. */
  public HedgeSetup seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Starts the hedge. The timer thread starts when the first call waits.
   *
   * @throws IllegalStateException if {@link #idempotent} was not declared
   */
  public Hedge start() {
    return new Hedge(this, true);
  }

  /** For tests: a clock under the test's control. */
  HedgeSetup clock(LongSupplier nanos) {
    clock = nanos;
    return this;
  }

  /** For tests: an executor for late calls instead of virtual threads. */
  HedgeSetup late(Executor threads) {
    late = threads;
    return this;
  }

  /** For tests: neither load nor failures suppress hedges. */
  HedgeSetup unguarded() {
    isGuarded = false;
    return this;
  }

  /** For tests that advance the timer by hand: no threads, and consecutive call numbers. */
  Hedge startWithoutThreads() {
    return new Hedge(this, false);
  }

  void check() {
    if (!isIdempotent) {
      throw new IllegalStateException(
          "hedge "
              + name
              + " sends calls more than once: declare by idempotent() that this does no harm");
    }
  }

  String name() {
    return name;
  }

  @Nullable ReissueGoal goal() {
    return goal;
  }

  boolean isAdaptive() {
    return isAdaptive;
  }

  LongSupplier clock() {
    return clock;
  }

  /** Returns the shared budget, or a new one. Called once per hedge. */
  HedgeBudget budget() {
    HedgeBudget given = budget;
    ReissueGoal known = goal;
    if (given != null) {
      return given;
    }
    return HedgeBudget.of(known == null ? DEFAULT_FRACTION : known.budget());
  }

  Schedule schedule() {
    return schedule(policy, () -> Double.POSITIVE_INFINITY);
  }

  /**
   * Returns a learned schedule.
   *
   * @param usualMillis usual greatest time of calls; used if the policy has no delay
   */
  Schedule schedule(ReissuePolicy learned, DoubleSupplier usualMillis) {
    if (lastResort == 0) {
      return new Schedule(learned, leastDelayNanos());
    }
    double from =
        learned.reissues().isEmpty()
            ? usualMillis.getAsDouble()
            : learned.reissues().getFirst().delayMillis();
    // An overflow rounds to Long.MAX_VALUE, which means never.
    return new Schedule(learned, leastDelayNanos(), Math.round(lastResort * from * 1e6));
  }

  long leastDelayNanos() {
    try {
      return leastDelay.toNanos();
    } catch (ArithmeticException e) {
      return HedgeTimer.NEVER;
    }
  }

  int leastSamples() {
    return leastSamples;
  }

  double plannedShare() {
    return plannedShare;
  }

  double probing() {
    return isAdaptive ? probing : 0;
  }

  /** True if the calls must be observed. */
  boolean isWatched() {
    return isAdaptive || !policy.reissues().isEmpty();
  }

  boolean isGuarded() {
    return isGuarded;
  }

  Predicate<? super Throwable> retrying() {
    return retrying;
  }

  Predicate<? super Throwable> fatal() {
    return fatal;
  }

  /** Returns an executor that runs each task on a new virtual thread. */
  Executor late() {
    Executor given = late;
    return given == null ? Thread.ofVirtual().name(name + "-late")::start : given;
  }

  Supplier<? extends @Nullable Executor> context() {
    return context;
  }

  @Nullable Consumer<Object> unused() {
    return unused;
  }

  List<HedgeListener> listeners() {
    return listeners;
  }

  @Nullable HedgeRecording recording() {
    return HedgeRecording.isPossible() ? new HedgeRecording(name) : null;
  }

  long seed() {
    return seed;
  }
}
