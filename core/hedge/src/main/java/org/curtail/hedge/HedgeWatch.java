package org.curtail.hedge;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.hedge.CallSample.SampledCall;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.AttemptObservations;
import org.curtail.reissue.live.LateCalls;
import org.curtail.reissue.live.LoadRule;
import org.curtail.reissue.live.LoadRule.LoadSigns;
import org.curtail.reissue.live.ReissueLearner;
import org.jspecify.annotations.Nullable;

/**
 * Observes the calls of a hedge, limits copies while the service is in trouble, and plans the
 * policy of an adaptive hedge. A step runs about every second; time is an argument. For one thread,
 * except {@link #reasons}.
 */
final class HedgeWatch {
  /**
   * Length of a window. Trouble is judged over two windows, as pauses of one replica are shorter.
   */
  static final Duration WINDOW = Duration.ofSeconds(5);

  private static final int WINDOWS = 12;

  /** Least number of calls beyond the percentile of the goal for a plan. */
  private static final double LEAST_BEYOND = 10;

  private static final double LEAST_PAIRS_BEYOND = 50;

  private final HedgeSetup setup;
  private final HedgeParts parts;
  private final double percentile;
  private final int leastSamples;
  private final int leastPairs;
  private final AttemptObservations observations = new AttemptObservations(WINDOW, WINDOWS);

  /** Planned share of calls without an answer when their hedge is due; 0 if unknown. */
  private final double plannedShare;

  private final CallSample seen;
  private final CopyLateness copies = new CopyLateness();

  /** Null if the hedge is not adaptive. */
  private @Nullable ReissueLearner learner;

  private boolean hasBegun;
  private long nextPlanNanos;
  private volatile Reasons reasons;

  /**
   * Reasons in plain words.
   *
   * @param plan reason for the policy; empty if the user gave it
   * @param load reason for sending hedges or not
   */
  record Reasons(String plan, String load) {}

  HedgeWatch(HedgeSetup setup, HedgeParts parts, CallSample seen) {
    this.seen = seen;
    this.setup = setup;
    this.parts = parts;
    ReissueGoal goal = setup.goal();
    percentile = goal == null ? 50 : goal.percentile();
    double beyond = 1 - percentile / 100;
    leastSamples = (int) Math.min(Math.max(setup.leastSamples(), LEAST_BEYOND / beyond), 1e9);
    leastPairs = (int) Math.min(Math.max(setup.leastSamples(), LEAST_PAIRS_BEYOND / beyond), 1e9);
    learner = goal != null && setup.isAdaptive() ? ReissueLearner.of(goal) : null;
    plannedShare = Math.max(setup.plannedShare(), 0);
    reasons = new Reasons(learner == null ? "" : learner.reason(), "");
  }

  /** Evaluates new observations, and updates policy and limits. */
  void step(long nowNanos) {
    copies.step();
    seen.take(call -> observe(call, nowNanos));
    if (!hasBegun) {
      hasBegun = true;
      nextPlanNanos = nowNanos;
    }
    ReissueLearner known = learner;
    if (known != null && nowNanos >= nextPlanNanos) {
      observations
          .learned(nowNanos, leastSamples, leastPairs)
          .ifPresent(learned -> {
            ReissueLearner next = known.next(learned);
            learner = next;
            // Only later plans wait for a whole window.
            nextPlanNanos = nowNanos + WINDOW.toNanos();
            replan(known.policy(), next, learned.times());
          });
    }
    judge(nowNanos);
  }

  private void observe(SampledCall call, long nowNanos) {
    SampledAttempt first = call.attempts().getFirst();
    if (call.isPair()) {
      SampledAttempt second = call.attempts().getLast();
      observations.pair(nowNanos, first.nanos() / 1e6, second.nanos() / 1e6);
      return;
    }
    observations.first(nowNanos, first.nanos() / 1e6, first.end());
    for (int i = 1; i < call.attempts().size(); i++) {
      SampledAttempt further = call.attempts().get(i);
      copies.seen(further, firstDelayMillis());
      observations.second(nowNanos, further.nanos() / 1e6, further.end());
    }
  }

  private void replan(ReissuePolicy before, ReissueLearner next, AttemptTimes times) {
    parts.schedule(
        setup.schedule(
            next.policy(),
            () -> ReissueForecast.of(times, ReissuePolicy.NONE).percentileMillis(percentile)));
    if (!next.policy().equals(before)) {
      parts.gate.guard().replanned(next.plannedLateShare());
      parts.listeners.replanned(next.policy(), next.reason());
    }
  }

  private void judge(long nowNanos) {
    LoadSigns signs = observations.signs(nowNanos, firstDelayMillis(), plannedShare());
    LoadRule.Verdict verdict = LoadRule.USUAL.judge(signs);
    boolean copiesHelp = false;
    if (verdict.openShare() == 1) {
      copies.forget();
    } else {
      LoadRule.Verdict byFailures = LoadRule.USUAL.judge(failuresOnly(signs));
      copiesHelp = copies.isMuchBetter(signs.lateShare());
      if (copiesHelp) {
        verdict = byFailures;
      } else if (verdict.openShare() < byFailures.openShare()) {
        verdict = trickle(verdict, byFailures, signs);
      }
    }
    parts.gate.guard().judged(verdict.openShare(), copiesHelp);
    ReissueLearner known = learner;
    reasons = new Reasons(known == null ? "" : known.reason(), verdict.reason());
  }

  /**
   * Returns the signs of failures only. Used while copies are fast, as slow calls alone are then no
   * reason to stop.
   */
  private static LoadSigns failuresOnly(LoadSigns signs) {
    return new LoadSigns(signs.attempts(), signs.failedShare(), 0, 0, signs.lateShare(), 0);
  }

  /** Returns a verdict that allows at least a few hedges, limited by another verdict. */
  private LoadRule.Verdict trickle(
      LoadRule.Verdict verdict, LoadRule.Verdict most, LoadSigns signs) {
    Schedule schedule = parts.schedule();
    double due =
        schedule.reissues() == 0 && schedule.hasLastResort()
            ? parts.gate.guard().state().recentShare()
            : signs.lateShare() * firstProbability();
    double open = Math.min(LateCalls.trickle(parts.budget.fraction(), due), most.openShare());
    return open <= verdict.openShare()
        ? verdict
        : new LoadRule.Verdict(
            open, verdict.reason() + " A few are sent to see whether copies are faster.");
  }

  private double plannedShare() {
    ReissueLearner known = learner;
    return known == null ? plannedShare : known.plannedLateShare();
  }

  private double firstProbability() {
    ReissuePolicy policy = parts.schedule().policy();
    return policy.reissues().isEmpty() ? 0 : policy.reissues().getFirst().probability();
  }

  private double firstDelayMillis() {
    ReissuePolicy policy = parts.schedule().policy();
    return policy.reissues().isEmpty() ? 0 : policy.reissues().getFirst().delayMillis();
  }

  /** Returns the reasons of the last step. Thread-safe. */
  Reasons reasons() {
    return reasons;
  }

  /**
   * The thread of a {@link HedgeWatch}: a daemon of low priority. The thread runs a step each
   * second, and ends when its hedge is closed. Planning takes milliseconds, so it does not run on
   * the timer thread.
   */
  static final class WatchThread {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final HedgeWatch watch;
    private final SteadyClock clock;
    private final Thread thread;
    private volatile boolean closed;

    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on the priority.
    WatchThread(String name, HedgeWatch watch, SteadyClock clock) {
      this.watch = watch;
      this.clock = clock;
      thread = new Thread(this::run, name + "-watch");
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
    }

    void start() {
      thread.start();
    }

    void close() {
      closed = true;
      LockSupport.unpark(thread);
    }

    /** For tests. */
    boolean awaitEnd(long millis) throws InterruptedException {
      thread.join(millis);
      return !thread.isAlive();
    }

    private void run() {
      long nextNanos = clock.now() + PERIOD_NANOS;
      while (!closed) {
        long leftNanos = nextNanos - clock.now();
        if (leftNanos > 0) {
          Thread.interrupted();
          LockSupport.parkNanos(this, leftNanos);
          continue;
        }
        nextNanos = clock.now() + PERIOD_NANOS;
        try {
          watch.step(clock.now());
        } catch (Throwable e) {
          HedgeFaults.report(e);
        }
      }
    }
  }
}
