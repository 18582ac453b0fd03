package org.curtail.energy;

import java.util.List;
import org.curtail.speed.SpeedMachine;

/**
 * The energy of a run, by what the cores did.
 *
 * @param machine whose cores they are
 * @param endNanos from 0 until then
 * @param busyNanos by class: cores that served a request, times nanoseconds; the delays of moving
 *     count for the class that was moved to
 * @param moves how often a request changed its class
 */
public record EnergyAccount(SpeedMachine machine, long endNanos, List<Long> busyNanos, long moves) {
  private static final double NANO = 1e-9;

  public EnergyAccount {
    busyNanos = List.copyOf(busyNanos);
    if (busyNanos.size() != machine.classes().size()) {
      throw new IllegalArgumentException(
          "%d times for %d classes".formatted(busyNanos.size(), machine.classes().size()));
    }
  }

  /**
   * Cores that were idle in a class, times nanoseconds. All idle clocks are at the slowest step.
   */
  public long idleNanos(int speedClass) {
    long there = machine.idleCores(speedClass) * endNanos;
    for (int k = 0; k < busyNanos.size(); k++) {
      if (machine.idleClass(k) == speedClass) {
        there -= busyNanos.get(k);
      }
    }
    return there;
  }

  /** Drawn by cores of a class that served requests. */
  public double busyJoules(int speedClass) {
    return busyNanos.get(speedClass) * NANO * machine.classes().get(speedClass).busyWatts();
  }

  /** Drawn by idle cores. */
  public double idleJoules() {
    double joules = 0;
    for (int k = 0; k < busyNanos.size(); k++) {
      joules += idleNanos(k) * NANO * machine.classes().get(k).idleWatts();
    }
    return joules;
  }

  /** Drawn by moving, beyond what the delays drew. */
  public double moveJoules() {
    return moves * machine.moveJoules();
  }

  /** All together. */
  public double joules() {
    double joules = idleJoules() + moveJoules();
    for (int k = 0; k < busyNanos.size(); k++) {
      joules += busyJoules(k);
    }
    return joules;
  }

  /** Mean power. */
  public double watts() {
    return joules() / (endNanos * NANO);
  }

  /** Share of all busy time that was spent in a class; 0 if no core was ever busy. */
  public double busyShare(int speedClass) {
    long all = busyNanos.stream().mapToLong(Long::longValue).sum();
    return all == 0 ? 0 : (double) busyNanos.get(speedClass) / all;
  }
}
