package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.testkit.Require.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.curtail.Profile;
import org.curtail.sim.Observer;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;

/**
 * Computes a run of requests with several threads independently, from starts, moves and ends of
 * threads, wanted numbers of threads, and the tables of machine and profile. After every event,
 * remaining work and energy must equal the simulation's. It also checks the rules of cores, budget
 * and places.
 */
final class ThreadAccountant implements Observer, EnergyObserver {
  private final Profile profile;
  private final SpeedMachine machine;
  private final SlowToFast speeds;
  private final Trace trace;

  /** By request. */
  private final Map<Integer, List<Placed>> threads = new HashMap<>();

  private final Map<Integer, Integer> degrees = new HashMap<>();
  private final Map<Integer, Double> left = new HashMap<>();
  private final int[] busy;
  private long nowNanos;
  private long moves;
  private double joules;
  int waited;
  int moved;

  /** Thread on a core, and the time from which it computes. */
  private record Placed(int speedClass, long worksFromNanos) {}

  ThreadAccountant(Profile profile, SpeedMachine machine, SlowToFast speeds, Trace trace) {
    this.profile = profile;
    this.machine = machine;
    this.speeds = speeds;
    this.trace = trace;
    busy = new int[machine.classes().size()];
  }

  private void goTo(long now) {
    require(now >= nowNanos, "time goes back from %d to %d ns", nowNanos, now);
    joules += (now - nowNanos) * 1e-9 * watts();
    threads.forEach((index, own) -> {
      int degree = degrees.getOrDefault(index, 0);
      if (now == nowNanos || degree == 0) {
        return;
      }
      double coreNanos = 0;
      for (Placed thread : own) {
        long from = Math.max(nowNanos, thread.worksFromNanos());
        coreNanos += Math.max(0, now - from) * progress(thread.speedClass());
      }
      double alone = profile.timeMs(trace.request(index), degree) * 1e6;
      left.merge(index, -coreNanos / degree / alone, Double::sum);
    });
    nowNanos = now;
  }

  private double progress(int speedClass) {
    double speed = machine.classes().get(speedClass).speed();
    return 1 / ((1 - machine.unscaledShare()) / speed + machine.unscaledShare());
  }

  /** Returns the power by the table, core by core. */
  private double watts() {
    double watts = machine.idleWatts();
    for (int k = 0; k < busy.length; k++) {
      int idle = machine.kind() == SpeedMachine.Kind.CLOCKS ? 0 : k;
      watts +=
          busy[k]
              * (machine.classes().get(k).busyWatts() - machine.classes().get(idle).idleWatts());
    }
    return watts;
  }

  private List<Placed> of(int index) {
    return threads.computeIfAbsent(index, unused -> new ArrayList<>());
  }

  private void remove(int index, int speedClass) {
    List<Placed> own = of(index);
    Placed gone =
        own.stream().filter(one -> one.speedClass() == speedClass).findFirst().orElseThrow();
    own.remove(gone);
    busy[speedClass]--;
  }

  @Override
  public void started(int index, int speedClass, long now) {
    goTo(now);
    of(index).add(new Placed(speedClass, now));
    busy[speedClass]++;
  }

  @Override
  public void moved(int index, int from, int to, long now) {
    goTo(now);
    assertThat(to).as("slow to fast moves up").isGreaterThan(from);
    remove(index, from);
    of(index).add(new Placed(to, now + machine.moveNanos()));
    busy[to]++;
    moves++;
    moved++;
    joules += machine.moveJoules();
  }

  @Override
  public void left(int index, int speedClass, long now) {
    goTo(now);
    assertThat(of(index).stream().mapToInt(Placed::speedClass).min().orElseThrow())
        .as("a request gives up its slowest core")
        .isEqualTo(speedClass);
    remove(index, speedClass);
  }

  @Override
  public void settled(long now, PowerMeter meter) {
    goTo(now);
    double watts = watts();
    require(watts <= machine.budgetWatts() * (1 + 1e-9), "%s W are beyond the budget", watts);
    requireClose(meter.watts(), watts, 1e-9 * watts, "watts");
    EnergyAccount account = meter.account();
    require(account.moves() == moves, "%d moves, found %d", account.moves(), moves);
    requireClose(account.joules(), joules, 1e-9 * joules, "joules");
  }

  @Override
  public void after(long now, Observer.State state) {
    goTo(now);
    degrees.clear();
    int all = 0;
    int cores = 0;
    for (int i = 0; i < state.running(); i++) {
      int index = state.index(i);
      degrees.put(index, state.computing(i));
      left.putIfAbsent(index, 1.0);
      requireClose(
          state.remaining(i), Objects.requireNonNull(left.get(index)), 1e-6, "share of work left");
      require(of(index).size() <= state.computing(i), "request %d has too many cores", index);
      all += state.computing(i);
      cores += of(index).size();
    }
    require(cores == Arrays.stream(busy).sum(), "%d cores have requests", cores);
    require(all <= machine.cores(), "%d threads on %d cores", all, machine.cores());
    if (cores < all) {
      waited++;
      for (int k = 0; k < busy.length; k++) {
        requireNoRoom(k, 0, "a thread waits");
      }
    }
    threads.forEach((index, own) ->
        own.forEach(thread -> {
          double freed = watts(thread.speedClass());
          for (int k = thread.speedClass() + 1; k <= due(index); k++) {
            requireNoRoom(k, freed, "request " + index + " is due");
          }
        }));
  }

  private double watts(int speedClass) {
    int idle = machine.kind() == SpeedMachine.Kind.CLOCKS ? 0 : speedClass;
    return machine.classes().get(speedClass).busyWatts() - machine.classes().get(idle).idleWatts();
  }

  private void requireNoRoom(int speedClass, double freedWatts, String why) {
    int free =
        machine.kind() == SpeedMachine.Kind.CLOCKS
            ? (freedWatts > 0 ? 1 : machine.cores() - Arrays.stream(busy).sum())
            : machine.classes().get(speedClass).count() - busy[speedClass];
    boolean affordable =
        watts() - freedWatts + watts(speedClass) <= machine.budgetWatts() * (1 - 1e-6);
    require(
        free <= 0 || !affordable, "%s at %d ns, and class %d has room", why, nowNanos, speedClass);
  }

  private void requireClose(double said, double found, double most, String what) {
    require(
        Math.abs(said - found) <= most + 1e-12,
        "%s at %d ns: said %s, found %s",
        what,
        nowNanos,
        said,
        found);
  }

  private int due(int index) {
    long age = nowNanos - Math.round(trace.arrivalMs(index) * 1e6);
    return (int) speeds.thresholdsNanos().stream().filter(from -> from <= age).count();
  }
}
