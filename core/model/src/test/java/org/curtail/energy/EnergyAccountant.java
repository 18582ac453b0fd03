package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/**
 * Computes a run's energy independently, from arrivals, starts, moves, ends and the machine's
 * table. After every event, the simulation's energy must equal it. At a request's end, the work of
 * its cores must equal its demand.
 */
final class EnergyAccountant implements EnergyObserver {
  private final SpeedMachine machine;
  private final double[] demandNanos;
  private final int[] busy;
  private final long[] busyNanos;
  private final Map<Integer, Visit> visits = new HashMap<>();
  private final long[] arrivalNanos;
  private long nowNanos;
  private long moves;
  private double joules;
  private int lastStarted = -1;
  int settled;
  int ended;

  /** Stay of a request on a class, with the work done before it. */
  private record Visit(int speedClass, long worksFromNanos, double doneNanos) {}

  EnergyAccountant(SpeedMachine machine, double... demandNanos) {
    this.machine = machine;
    this.demandNanos = demandNanos.clone();
    busy = new int[machine.classes().size()];
    busyNanos = new long[busy.length];
    arrivalNanos = new long[demandNanos.length];
    Arrays.fill(arrivalNanos, -1);
  }

  private void goTo(long now) {
    assertThat(now).as("time goes on").isGreaterThanOrEqualTo(nowNanos);
    joules += (now - nowNanos) * 1e-9 * watts();
    for (int k = 0; k < busy.length; k++) {
      busyNanos[k] += busy[k] * (now - nowNanos);
    }
    nowNanos = now;
  }

  /** Returns the power by the table, core by core. */
  private double watts() {
    double watts = 0;
    int all = Arrays.stream(busy).sum();
    for (int k = 0; k < busy.length; k++) {
      SpeedClass one = machine.classes().get(k);
      watts += busy[k] * one.busyWatts();
      if (machine.kind() == SpeedMachine.Kind.CORES) {
        watts += (one.count() - busy[k]) * one.idleWatts();
      } else if (k == 0) {
        watts += (one.count() - all) * one.idleWatts();
      }
    }
    return watts;
  }

  private double work(Visit visit, long now) {
    double speed = machine.classes().get(visit.speedClass()).speed();
    double slowed = (1 - machine.unscaledShare()) / speed + machine.unscaledShare();
    return visit.doneNanos() + Math.max(0, now - visit.worksFromNanos()) / slowed;
  }

  @Override
  public void arrived(int index, long now) {
    goTo(now);
    arrivalNanos[index] = now;
  }

  @Override
  public void started(int index, int speedClass, long now) {
    goTo(now);
    assertThat(arrivalNanos[index]).as("arrived before").isBetween(0L, now);
    assertThat(index).as("in order of arrival").isEqualTo(lastStarted + 1);
    lastStarted = index;
    assertThat(visits.put(index, new Visit(speedClass, now, 0))).isNull();
    busy[speedClass]++;
  }

  @Override
  public void moved(int index, int from, int to, long now) {
    goTo(now);
    Visit visit = Objects.requireNonNull(visits.get(index));
    assertThat(visit.speedClass()).isEqualTo(from).isNotEqualTo(to);
    visits.put(index, new Visit(to, now + machine.moveNanos(), work(visit, now)));
    busy[from]--;
    busy[to]++;
    moves++;
    joules += machine.moveJoules();
  }

  @Override
  public void ended(int index, long now) {
    goTo(now);
    Visit visit = Objects.requireNonNull(visits.remove(index));
    busy[visit.speedClass()]--;
    double most = machine.progress(visit.speedClass()) + 0.01;
    assertThat(work(visit, now) - demandNanos[index])
        .as("work of request %d beyond its demand of %s ns", index, demandNanos[index])
        .isBetween(-0.01, most);
    ended++;
  }

  @Override
  public void settled(long now, PowerMeter meter) {
    goTo(now);
    settled++;
    for (int k = 0; k < busy.length; k++) {
      if (machine.kind() == SpeedMachine.Kind.CORES) {
        assertThat(busy[k]).isBetween(0, machine.classes().get(k).count());
      }
    }
    assertThat(Arrays.stream(busy).sum()).isBetween(0, machine.cores());
    assertThat(watts()).isLessThanOrEqualTo(machine.budgetWatts() * (1 + 1e-9));
    assertThat(meter.watts()).isCloseTo(watts(), within(1e-9 * watts() + 1e-12));
    EnergyAccount account = meter.account();
    assertThat(account.endNanos()).isEqualTo(now);
    assertThat(account.moves()).isEqualTo(moves);
    assertThat(account.busyNanos())
        .containsExactly(Arrays.stream(busyNanos).boxed().toArray(Long[]::new));
    assertThat(account.joules()).isCloseTo(joules, within(1e-9 * joules + 1e-15));
  }
}
