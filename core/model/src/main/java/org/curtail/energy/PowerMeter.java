package org.curtail.energy;

import java.util.Arrays;
import org.curtail.speed.SpeedMachine;

/**
 * Busy core time in whole nanoseconds, so sums are exact. Power is computed from these sums last.
 */
final class PowerMeter {
  private final SpeedMachine machine;
  private final int[] busy;
  private final long[] busyNanos;
  private long moves;
  private long nowNanos;

  PowerMeter(SpeedMachine machine) {
    this.machine = machine;
    busy = new int[machine.classes().size()];
    busyNanos = new long[busy.length];
  }

  /** Adds the time up to a moment, with unchanged cores. */
  void advance(long toNanos) {
    long elapsedNanos = toNanos - nowNanos;
    for (int k = 0; k < busy.length; k++) {
      busyNanos[k] += elapsedNanos * busy[k];
    }
    nowNanos = toNanos;
  }

  void begin(int speedClass) {
    busy[speedClass]++;
  }

  void end(int speedClass) {
    busy[speedClass]--;
  }

  void move(int from, int to) {
    busy[from]--;
    busy[to]++;
    moves++;
  }

  int busy(int speedClass) {
    return busy[speedClass];
  }

  double watts() {
    double watts = machine.idleWatts();
    for (int k = 0; k < busy.length; k++) {
      watts += busy[k] * machine.busyBeyondIdleWatts(k);
    }
    return watts;
  }

  EnergyAccount account() {
    return new EnergyAccount(machine, nowNanos, Arrays.stream(busyNanos).boxed().toList(), moves);
  }
}
