package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.curtail.speed.SpeedMachine;

/**
 * Holds what slow-to-fast did against its rules, after every event: no core is idle while a request
 * waits, no due request stays below a class with room, and the oldest goes first.
 */
final class PlacementReferee implements Witness {
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
    assertThat(to).as("nobody goes down").isGreaterThan(from);
    if (due(index, now) < to) {
      early++;
      assertThat(machine.kind()).isEqualTo(SpeedMachine.Kind.CORES);
      assertThat(free(from)).as("room made where there was some").isZero();
    }
    classes.forEach((other, at) -> {
      if (other < index && at == from) {
        // The same class and older: it had to go first.
        throw new AssertionError(
            "%d went from %d to %d before the older %d".formatted(index, from, to, other));
      }
      if (other < index && at < to && due(other, now) >= to) {
        throw new AssertionError(
            "%d went to %d, for which the older %d on %d was due".formatted(index, to, other, at));
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
      assertThat(classes).as("busy cores while somebody waits").hasSize(machine.cores());
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
