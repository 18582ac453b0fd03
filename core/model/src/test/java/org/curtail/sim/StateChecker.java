package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.PaperPolicies;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;

/** Checks the state after every event, by the observer's view alone. */
final class StateChecker implements Observer {
  /** Relative tolerance of a request's work, over all its events. */
  private static final double SLACK = 1e-6;

  private final Policy policy;
  private final Profile profile;
  private final Trace trace;
  private final Machine machine;

  /** By place in the trace: work left, work per nanosecond until the next event, threads. */
  private final double[] left;

  private final double[] ratePerNano;
  private final int[] threads;
  private final boolean[] running;
  private final boolean[] ended;

  private long previousNanos;
  private long previousPausedNanos;
  private int threadsLost;

  StateChecker(Policy policy, Profile profile, Trace trace, Machine machine) {
    this.policy = policy;
    this.profile = profile;
    this.trace = trace;
    this.machine = machine;
    left = new double[trace.size()];
    Arrays.fill(left, 1);
    ratePerNano = new double[trace.size()];
    threads = new int[trace.size()];
    running = new boolean[trace.size()];
    ended = new boolean[trace.size()];
  }

  @Override
  public void after(long nowNanos, State state) {
    assertThat(nowNanos).isGreaterThanOrEqualTo(previousNanos);
    work(nowNanos, state);
    checkEachOnce(state);
    checkThreads(state);
    checkNoCoreIsIdle(state);
    previousNanos = nowNanos;
    previousPausedNanos = state.pausedNanos();
  }

  /** All requests progressed with the speed of the last state. */
  private void work(long nowNanos, State state) {
    double elapsedNanos = nowNanos - previousNanos - (state.pausedNanos() - previousPausedNanos);
    for (int index = 0; index < left.length; index++) {
      left[index] -= running[index] ? elapsedNanos * ratePerNano[index] : 0;
    }
    double slowest = machine.cores() / (double) Math.max(machine.cores(), allComputing(state));
    if (boosted(state) == 0) {
      assertThat(state.coreShare()).isCloseTo(slowest, within(SLACK));
    }
    for (int i = 0; i < state.running(); i++) {
      int index = state.index(i);
      assertThat(state.remaining(i)).isCloseTo(left[index], within(SLACK));
      double aloneMs =
          profile.timeMs(trace.request(index), state.computing(i))
              * machine.costs().slowdown(state.computing(i));
      ratePerNano[index] = (state.isBoosted(i) ? 1 : state.coreShare()) / (aloneMs * 1e6);
    }
  }

  private void checkEachOnce(State state) {
    boolean[] now = new boolean[running.length];
    for (int i = 0; i < state.running(); i++) {
      int index = state.index(i);
      assertThat(ended[index]).as("request %d runs again", index).isFalse();
      // In order of start, which is the order of arrival.
      assertThat(i == 0 || state.index(i - 1) < index).isTrue();
      now[index] = true;
    }
    for (int index = 0; index < running.length; index++) {
      if (running[index] && !now[index]) {
        ended[index] = true;
        // The request ends in the nanosecond in which its work ends.
        assertThat(left[index]).isBetween(-ratePerNano[index] - SLACK, SLACK);
      }
      running[index] = now[index];
    }
  }

  private void checkThreads(State state) {
    assertThat(allThreads(state)).isLessThanOrEqualTo(policy.threads(machine.cores()));
    assertThat(boosted(state)).isLessThan(Math.max(1, machine.cores()));
    assertThat(state.lingeringThreads()).isNotNegative();
    if (!machine.costs().speculation()) {
      assertThat(state.lingeringThreads()).isZero();
    }
    for (int i = 0; i < state.running(); i++) {
      int index = state.index(i);
      assertThat(state.degree(i)).isBetween(1, policy.maxDegree());
      // A lower degree takes threads back at the next border.
      int had = policy.traits().isMalleable() ? threads[index] : 0;
      assertThat(state.threads(i)).isBetween(1, Math.max(state.degree(i), had));
      assertThat(state.computing(i)).isBetween(1, state.threads(i));
      int lost = Math.max(0, threads[index] - state.threads(i));
      assertThat(lost == 0 || policy.traits().isMalleable()).isTrue();
      threadsLost += lost;
      threads[index] = state.threads(i);
    }
  }

  private void checkNoCoreIsIdle(State state) {
    int used = allThreads(state);
    if (policy instanceof Sequential || policy instanceof FixedDegree) {
      // All requests at once, with all the threads.
      assertThat(state.waiting()).isZero();
      for (int i = 0; i < state.running(); i++) {
        assertThat(state.threads(i)).isEqualTo(policy.maxDegree());
      }
    }
    if ((policy instanceof Adaptive || PaperPolicies.isLinear(policy)) && state.waiting() > 0) {
      // These policies admit while fewer than two threads per core are active.
      assertThat(used).isGreaterThanOrEqualTo(2 * machine.cores());
    }
    if (policy instanceof TailIndex) {
      boolean wanted = state.waiting() + state.preempted() > 0;
      for (int i = 0; i < state.running(); i++) {
        wanted |= state.threads(i) < state.degree(i);
      }
      assertThat(wanted && used < machine.cores()).as("a core is idle").isFalse();
    }
  }

  /** Threads that wake up need no core yet. */
  private static int allComputing(State state) {
    int computing = state.lingeringThreads();
    for (int i = 0; i < state.running(); i++) {
      computing += state.computing(i);
    }
    return computing;
  }

  private static int allThreads(State state) {
    int sum = state.lingeringThreads();
    for (int i = 0; i < state.running(); i++) {
      sum += state.threads(i);
    }
    return sum;
  }

  private static int boosted(State state) {
    int sum = 0;
    for (int i = 0; i < state.running(); i++) {
      sum += state.isBoosted(i) ? state.threads(i) : 0;
    }
    return sum;
  }

  /** Call it after the run. */
  void checkEnd(SimulationResult outcome) {
    assertThat(ended).containsOnly(true);
    for (int i = 0; i < outcome.requests(); i++) {
      assertThat(outcome.latencyNanos(i)).isGreaterThan(outcome.waitNanos(i));
      assertThat(outcome.waitNanos(i)).isNotNegative();
    }
    assertThat(outcome.utilisation(machine.cores())).isBetween(0.0, 1 + SLACK);
    assertThat(outcome.wastedShare()).isBetween(0.0, 1.0);
  }

  /** Returns the number of times that a running request lost threads. */
  int threadsLost() {
    return threadsLost;
  }
}
