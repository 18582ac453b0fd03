package org.curtail.energy;

import java.util.List;
import org.curtail.speed.SpeedMachine;

/**
 * Energy of a run, by the use of the cores.
 *
 * @param machine machine of these cores
 * @param endNanos length of the run in nanoseconds
 * @param busyNanos busy core time by class, in nanoseconds; a move's delay counts for the new class
 * @param moves number of changes of a request's class
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

  /** Returns the idle core time of a class, in nanoseconds. Idle clocks are at the slowest step. */
  public long idleNanos(int speedClass) {
    long there = machine.idleCores(speedClass) * endNanos;
    for (int k = 0; k < busyNanos.size(); k++) {
      if (machine.idleClass(k) == speedClass) {
        there -= busyNanos.get(k);
      }
    }
    return there;
  }

  /** Returns the energy of busy cores of a class. */
  public double busyJoules(int speedClass) {
    return busyNanos.get(speedClass) * NANO * machine.classes().get(speedClass).busyWatts();
  }

  /** Returns the energy of idle cores. */
  public double idleJoules() {
    double joules = 0;
    for (int k = 0; k < busyNanos.size(); k++) {
      joules += idleNanos(k) * NANO * machine.classes().get(k).idleWatts();
    }
    return joules;
  }

  /** Returns the energy of moves, without the energy during their delays. */
  public double moveJoules() {
    return moves * machine.moveJoules();
  }

  /** Returns the total energy. */
  public double joules() {
    double joules = idleJoules() + moveJoules();
    for (int k = 0; k < busyNanos.size(); k++) {
      joules += busyJoules(k);
    }
    return joules;
  }

  /** Returns the mean power. */
  public double watts() {
    return joules() / (endNanos * NANO);
  }

  /** Returns a class's share of all busy time; 0 if no core was ever busy. */
  public double busyShare(int speedClass) {
    long all = busyNanos.stream().mapToLong(Long::longValue).sum();
    return all == 0 ? 0 : (double) busyNanos.get(speedClass) / all;
  }
}
