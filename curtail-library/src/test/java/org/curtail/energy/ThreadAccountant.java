package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.sim.Observer;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;

/**
 * Keeps the books of a run of requests with several threads from outside: it sees who has how many
 * threads, deals out cores one by one, and adds up power and work.
 */
final class ThreadAccountant implements Observer {
  private final Profile profile;
  private final SpeedMachine machine;
  private final SlowToFast speeds;
  private final Trace trace;
  private final Map<Integer, Double> rates = new HashMap<>();
  private final Map<Integer, Double> left = new HashMap<>();
  private double watts;
  private long nowNanos;
  double joules;

  ThreadAccountant(Profile profile, SpeedMachine machine, SlowToFast speeds, Trace trace) {
    this.profile = profile;
    this.machine = machine;
    this.speeds = speeds;
    this.trace = trace;
    watts = machine.idleWatts();
  }

  @Override
  public void after(long now, Observer.State state) {
    joules += (now - nowNanos) * 1e-9 * watts;
    long elapsed = now - nowNanos;
    nowNanos = now;
    rates.forEach((index, rate) -> left.merge(index, -elapsed * rate, Double::sum));
    for (int i = 0; i < state.running(); i++) {
      assertThat(state.remaining(i))
          .as("work left of request %d at %d ns", state.index(i), now)
          .isCloseTo(left.getOrDefault(state.index(i), 1.0), within(1e-6));
      left.putIfAbsent(state.index(i), 1.0);
    }
    deal(state);
  }

  private void deal(Observer.State state) {
    rates.clear();
    watts = machine.idleWatts();
    List<Integer> byAge =
        IntStream.range(0, state.running())
            .boxed()
            .sorted(Comparator.comparingInt(state::index))
            .toList();
    int threads = byAge.stream().mapToInt(state::computing).sum();
    if (threads > machine.cores()) {
      double share = (double) machine.cores() / threads;
      for (int i : byAge) {
        boolean clocks = machine.kind() == SpeedMachine.Kind.CLOCKS;
        int due = due(state.index(i));
        double speed = clocks ? machine.progress(due) : machine.mostProgress() / machine.cores();
        go(state, i, share * speed);
        watts += clocks ? share * state.computing(i) * machine.busyBeyondIdleWatts(due) : 0;
      }
      if (machine.kind() == SpeedMachine.Kind.CORES) {
        watts = machine.classes().stream().mapToDouble(k -> k.count() * k.busyWatts()).sum();
      }
      return;
    }
    if (machine.kind() == SpeedMachine.Kind.CLOCKS) {
      for (int i : byAge) {
        int due = due(state.index(i));
        go(state, i, machine.progress(due));
        watts += state.computing(i) * machine.busyBeyondIdleWatts(due);
      }
      return;
    }
    // Cores one by one: each thread takes the fastest that is not faster than it is due for, or
    // else the slowest of the faster ones. Then the oldest swap for the fastest.
    List<Integer> free = new ArrayList<>();
    for (int k = 0; k < machine.classes().size(); k++) {
      for (int core = 0; core < machine.classes().get(k).count(); core++) {
        free.add(k);
      }
    }
    List<Integer> used = new ArrayList<>();
    for (int i : byAge) {
      for (int thread = 0; thread < state.computing(i); thread++) {
        int due = due(state.index(i));
        Integer core =
            free.stream()
                .filter(k -> k <= due)
                .max(Comparator.naturalOrder())
                .orElseGet(() -> free.stream().min(Comparator.naturalOrder()).orElseThrow());
        free.remove((Object) core);
        used.add(core);
      }
    }
    used.sort(Comparator.reverseOrder());
    int next = 0;
    for (int i : byAge) {
      double[] own = new double[state.computing(i)];
      for (int thread = 0; thread < own.length; thread++) {
        int k = used.get(next++);
        own[thread] = machine.progress(k);
        watts += machine.busyBeyondIdleWatts(k);
      }
      go(state, i, Arrays.stream(own).average().orElse(1));
    }
  }

  private void go(Observer.State state, int i, double speed) {
    double nanos = profile.timeMs(trace.request(state.index(i)), state.computing(i)) * 1e6;
    rates.put(state.index(i), speed / nanos);
  }

  private int due(int index) {
    long age = nowNanos - Math.round(trace.arrivalMs(index) * 1e6);
    return (int) speeds.thresholdsNanos().stream().filter(from -> from <= age).count();
  }
}
