package org.curtail.energy;

import java.util.Arrays;
import java.util.List;
import org.curtail.sim.CoreSpeeds;
import org.curtail.sim.Observer;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedWish;

/**
 * On which class the threads of each request run, and what that draws. Each request takes cores of
 * the class that it is due for, the oldest first; then slower ones, then faster ones. Of all cores
 * that are taken so, the fastest go to the oldest. While there are more threads than cores, all
 * share all cores. For one run.
 */
final class ThreadPlaces implements CoreSpeeds {
  private final SpeedMachine machine;
  private final List<Long> thresholds;
  private final Trace trace;
  private final double[] progress;

  /** By class: cores that are busy until the next event, and for how long some were. */
  private final double[] busy;

  private final double[] busyNanos;
  private long nowNanos;
  private long nextNanos = SpeedWish.NEVER;

  /** By running request. */
  private double[] speed = new double[16];

  private int[] wished = new int[16];

  ThreadPlaces(SpeedMachine machine, SlowToFast speeds, Trace trace) {
    this.machine = machine;
    thresholds = speeds.thresholdsNanos();
    this.trace = trace;
    progress = new double[machine.classes().size()];
    Arrays.setAll(progress, machine::progress);
    busy = new double[progress.length];
    busyNanos = new double[progress.length];
  }

  @Override
  public void place(long now, Observer.State state) {
    advance(now);
    Arrays.fill(busy, 0);
    nextNanos = SpeedWish.NEVER;
    int running = state.running();
    if (running > speed.length) {
      speed = new double[2 * running];
      wished = new int[2 * running];
    }
    int threads = 0;
    for (int i = 0; i < running; i++) {
      threads += state.computing(i);
      wished[i] = due(state.index(i), now);
    }
    if (machine.kind() == SpeedMachine.Kind.CLOCKS) {
      onClocks(state, Math.min(1, (double) machine.cores() / Math.max(1, threads)));
    } else if (threads > machine.cores()) {
      Arrays.fill(speed, 0, running, machine.mostProgress() / machine.cores());
      Arrays.setAll(busy, k -> machine.classes().get(k).count());
    } else {
      onCores(state);
    }
  }

  private void advance(long to) {
    for (int k = 0; k < busy.length; k++) {
      busyNanos[k] += (to - nowNanos) * busy[k];
    }
    nowNanos = to;
  }

  /** The class that a request is due for; notes when it is due for the next. */
  private int due(int index, long now) {
    long arrivalNanos = Math.round(trace.arrivalMs(index) * 1e6);
    long age = now - arrivalNanos;
    int due = 0;
    while (due < thresholds.size() && thresholds.get(due) <= age) {
      due++;
    }
    if (due < thresholds.size() && thresholds.get(due) < SpeedWish.NEVER - arrivalNanos) {
      nextNanos = Math.min(nextNanos, arrivalNanos + thresholds.get(due));
    }
    return due;
  }

  private void onClocks(Observer.State state, double share) {
    for (int i = 0; i < state.running(); i++) {
      speed[i] = progress[wished[i]];
      busy[wished[i]] += state.computing(i) * share;
    }
  }

  private void onCores(Observer.State state) {
    int[] oldestFirst = oldestFirst(state);
    int[] taken = new int[busy.length];
    for (int i : oldestFirst) {
      int needed = state.computing(i);
      for (int k = wished[i]; k >= 0 && needed > 0; k--) {
        needed -= take(k, needed, taken);
      }
      for (int k = wished[i] + 1; k < busy.length && needed > 0; k++) {
        needed -= take(k, needed, taken);
      }
    }
    Arrays.setAll(busy, k -> taken[k]);
    int fastest = busy.length - 1;
    for (int i : oldestFirst) {
      double sum = 0;
      for (int thread = 0; thread < state.computing(i); thread++) {
        while (taken[fastest] == 0) {
          fastest--;
        }
        taken[fastest]--;
        sum += progress[fastest];
      }
      speed[i] = state.computing(i) == 0 ? 1 : sum / state.computing(i);
    }
  }

  private int take(int speedClass, int needed, int[] taken) {
    int free = machine.classes().get(speedClass).count() - taken[speedClass];
    int more = Math.min(free, needed);
    taken[speedClass] += more;
    return more;
  }

  /** By arrival: places in the trace ascend with it. */
  private static int[] oldestFirst(Observer.State state) {
    int[] order = new int[state.running()];
    for (int i = 0; i < order.length; i++) {
      int at = i;
      while (at > 0 && state.index(order[at - 1]) > state.index(i)) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = i;
    }
    return order;
  }

  @Override
  public double speed(int running) {
    return speed[running];
  }

  @Override
  public long nextNanos() {
    return nextNanos;
  }

  /** What was drawn until the end of a run. */
  EnergyAccount account(long endNanos) {
    advance(endNanos);
    return new EnergyAccount(
        machine, endNanos, Arrays.stream(busyNanos).mapToObj(Math::round).toList(), 0);
  }
}
