package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.curtail.speed.SpeedMachine;

/**
 * Checks slow-to-fast after every event against its rules: no core is idle while a request waits.
 * No due request stays below a class with a free core. The oldest moves first.
 */
final class PlacementReferee implements EnergyObserver {
  private final SpeedMachine machine;
  private final List<Long> thresholdsNanos;
  private final Map<Integer, Integer> classes = new TreeMap<>();
  private final Map<Integer, Long> arrivals = new TreeMap<>();
  private int waiting;
  int early;

  PlacementReferee(SpeedMachine machine, List<Long> thresholdsNanos) {
    this.machine = machine;
    this.thresholdsNanos = thresholdsNanos;
  }

  private int due(int index, long now) {
    long age = now - Objects.requireNonNull(arrivals.get(index));
    return (int) thresholdsNanos.stream().filter(threshold -> threshold <= age).count();
  }

  private int on(int speedClass) {
    return (int) classes.values().stream().filter(k -> k == speedClass).count();
  }

  private int free(int speedClass) {
    return machine.kind() == SpeedMachine.Kind.CORES
        ? machine.classes().get(speedClass).count() - on(speedClass)
        : machine.cores() - classes.size();
  }

  @Override
  public void arrived(int index, long now) {
    arrivals.put(index, now);
    waiting++;
  }

  @Override
  public void started(int index, int speedClass, long now) {
    waiting--;
    classes.put(index, speedClass);
  }

  @Override
  public void moved(int index, int from, int to, long now) {
    assertThat(to).as("no request moves down").isGreaterThan(from);
    if (due(index, now) < to) {
      early++;
      assertThat(machine.kind()).isEqualTo(SpeedMachine.Kind.CORES);
      assertThat(free(from)).as("a move to make room without need").isZero();
    }
    classes.forEach((other, at) -> {
      if (other < index && at == from) {
        // Requests of the same class that are older had to move first.
        throw new AssertionError(
            "%d went from %d to %d before the older %d".formatted(index, from, to, other));
      }
      if (other < index && at < to && due(other, now) >= to) {
        throw new AssertionError(
            "%d moved to %d, where the older %d on %d was due".formatted(index, to, other, at));
      }
    });
    classes.put(index, to);
  }

  @Override
  public void ended(int index, long now) {
    classes.remove(index);
  }

  @Override
  public void settled(long now, PowerMeter meter) {
    if (waiting > 0) {
      assertThat(classes).as("busy cores while requests wait").hasSize(machine.cores());
    }
    classes.forEach((index, at) -> {
      for (int k = at + 1; k <= due(index, now); k++) {
        if (machine.kind() == SpeedMachine.Kind.CLOCKS || free(k) > 0) {
          throw new AssertionError(
              "%d ns: %d is due for %d and stays at %d, though %d has room"
                  .formatted(now, index, due(index, now), at, k));
        }
      }
    });
  }
}
