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
 * What a hedge needs besides its plan; every setting has a default, but that calls are idempotent
 * must be declared. Made by {@link Hedge#of} and {@link Hedge#adaptive}. For one thread.
 */
public final class HedgeSetup {
  private static final double DEFAULT_FRACTION = 0.05;
  private static final int DEFAULT_LEAST_SAMPLES = 100;

  private final ReissuePolicy policy;

  /** What the hedge is for; null if only a policy is known. */
  private final @Nullable ReissueGoal goal;

  /** Of the calls that come to their first hedge without an answer; negative if not known. */
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

  /** With one copy, the share of calls that reach its delay follows from the share sent again. */
  static double reachedShare(ReissuePlan plan) {
    if (plan.policy().reissues().size() != 1) {
      return -1;
    }
    double probability = plan.policy().reissues().getFirst().probability();
    return probability > 0 ? Math.min(plan.reissueFraction() / probability, 1) : -1;
  }

  /** What it is called in logs, events and as a thread; default {@code hedge}. */
  public HedgeSetup named(String hedgeName) {
    name = requireNonNull(hedgeName, "name");
    return this;
  }

  /** Declares that to send a call twice does no harm. Without, {@link #start} refuses. */
  public HedgeSetup idempotent() {
    isIdempotent = true;
    return this;
  }

  /**
   * How many further attempts there may be; hedges and retries together. Hedges that are given the
   * same budget share it. When it is used up, calls go on with the attempts that they have.
   */
  public HedgeSetup budget(HedgeBudget shared) {
    budget = requireNonNull(shared, "budget");
    return this;
  }

  /**
   * No hedge is sent sooner after the first attempt, whatever the plan says; default 0.
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
   * No hedge is sent before so many calls were answered; default 100.
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
   * Which failures are retried, at once and elsewhere, if no other attempt is under way: within the
   * budget, and within the attempts of the plan. By default none.
   *
   * @param failures asked on the thread that reported the failure; what it throws is reported once,
   *     and the failure is not retried
   */
  public HedgeSetup retrying(Predicate<? super Throwable> failures) {
    retrying = requireNonNull(failures, "retrying");
    return this;
  }

  /**
   * Which failures end a call at once: another attempt would fail in the same way, as after an
   * invalid argument, or would do harm. The failure is the answer, attempts under way are
   * cancelled, and nothing is sent again, whatever {@link #retrying} says. By default none: a
   * failure leaves hope for attempts under way.
   *
   * @param failures asked on the thread that reported the failure; what it throws is reported once,
   *     and the failure does not end its call
   */
  public HedgeSetup fatal(Predicate<? super Throwable> failures) {
    fatal = requireNonNull(failures, "fatal");
    return this;
  }

  /**
   * In what copies and retries are started, so that they see what their caller sees: thread-locals,
   * scoped values, a trace. For each call {@code capture} is asked on the caller's thread, and
   * takes along what is to be known; the executor that it returns runs the start of each further
   * attempt, there and then or on a thread of its own. The first attempt starts on the caller's
   * thread as it is. By default nothing is taken along.
   *
   * <pre>{@code
   * .context(() -> {
   *   User user = USER.get();
   *   return start -> ScopedValue.where(USER, user).run(start);
   * })
   * }</pre>
   *
   * @param capture what it throws fails the call, of which nothing is sent; what its executor
   *     throws fails the attempt
   */
  public HedgeSetup context(Supplier<? extends Executor> capture) {
    requireNonNull(capture, "context");
    context = () -> requireNonNull(capture.get(), "context");
    return this;
  }

  /**
   * Is given each answer that no caller gets, so that it can close what the answer holds open: of
   * an attempt that lost, or that came after the deadline or after the call was cancelled. By
   * default such answers are dropped. A future that is cancelled drops its answer before anybody
   * sees it, so with this hook the futures of attempts that lost are not cancelled: say by {@link
   * Attempt#onCancel} how they end.
   *
   * @param hook called on the thread that answered, never with null; what it throws is reported
   *     once
   */
  public HedgeSetup unused(Consumer<Object> hook) {
    unused = requireNonNull(hook, "unused");
    return this;
  }

  /** Somebody who wants to know what happens to calls; any number of them. */
  public HedgeSetup listener(HedgeListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Of an adaptive hedge, the share of calls that are sent twice at once, and of which both
   * attempts are let finish, within the budget; default 0. Only such pairs tell whether both
   * attempts of a call are slow together, which is worth knowing before much is expected of
   * hedging. A hundredth of the calls is enough.
   *
   * @throws IllegalArgumentException unless it is from 0 to 1
   */
  public HedgeSetup probing(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("probing must be from 0 to 1: " + share);
    }
    probing = share;
    return this;
  }

  /**
   * A call that has waited for so many times as long as calls do before they are hedged is sent
   * again though chance has left it out, or load or budget have refused it. Where an adaptive hedge
   * finds nothing worth hedging, it is so many times the percentile of its goal: a replica that
   * gives no answer at all tells nothing to learn from. Load and budget have their say here too;
   * who is refused is asked again each time that it has waited twice as long. Default: never.
   *
   * @throws IllegalArgumentException unless it is from 1 to 1,000
   */
  public HedgeSetup lastResort(double times) {
    if (!(times >= 1 && times <= 1_000)) {
      throw new IllegalArgumentException("lastResort must be from 1 to 1000: " + times);
    }
    lastResort = times;
    return this;
  }

  /** Decides, with the number of the call, which calls are hedged; default 1. */
  public HedgeSetup seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Starts the hedge. Its thread starts with the first call that waits for time.
   *
   * @throws IllegalStateException if {@link #idempotent} was not declared
   */
  public Hedge start() {
    return new Hedge(this, true);
  }

  /** For tests: a clock that they move. */
  HedgeSetup clock(LongSupplier nanos) {
    clock = nanos;
    return this;
  }

  /** For tests: where late calls end, in place of virtual threads. */
  HedgeSetup late(Executor threads) {
    late = threads;
    return this;
  }

  /** For tests: neither load nor failures keep hedges back. */
  HedgeSetup unguarded() {
    isGuarded = false;
    return this;
  }

  /** For tests that step the timer by hand: without threads, numbers of calls follow each other. */
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

  /** Asked once for each hedge: without a budget of its own each gets a new one. */
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
   * One that is learned.
   *
   * @param usualMillis what calls take at most, as a rule; asked where the policy does not say
   */
  Schedule schedule(ReissuePolicy learned, DoubleSupplier usualMillis) {
    if (lastResort == 0) {
      return new Schedule(learned, leastDelayNanos());
    }
    double from =
        learned.reissues().isEmpty()
            ? usualMillis.getAsDouble()
            : learned.reissues().getFirst().delayMillis();
    // Rounded to the largest number if it is more, which is never.
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

  /** Whether somebody has to learn from the calls. */
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

  /** A new thread for each of what may block; named after the hedge. */
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
