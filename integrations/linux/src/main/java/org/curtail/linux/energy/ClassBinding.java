package org.curtail.linux.energy;

import java.util.List;
import java.util.function.IntConsumer;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;
import org.curtail.linux.Pin;

/**
 * Binding of an engine's threads to classes of cores, by affinity masks. The kernel chooses among
 * the cores of a class; the engine has at most as many threads in a class as cores. Needs no
 * privilege. Thread-safe; each call affects the calling thread.
 *
 * @param cores cores by class of speed, slowest first, among those that the process may use
 */
public record ClassBinding(List<Cores> cores) implements IntConsumer {
  public ClassBinding {
    cores = List.copyOf(cores);
    if (cores.isEmpty()) {
      throw new IllegalArgumentException("cores must name those of at least one class");
    }
  }

  /** Returns a binding to the classes of this machine. */
  public static ClassBinding of(CoreClasses classes) {
    return new ClassBinding(classes.classes().reversed().stream().map(CoreClass::cores).toList());
  }

  /**
   * Pins the calling thread to the cores of a class.
   *
   * @param speedClass class of speed, from 0, the slowest, to the number of classes minus 1
   * @throws IllegalStateException if there is no such class, or the kernel refuses
   */
  @Override
  public void accept(int speedClass) {
    if (speedClass >= cores.size()) {
      throw new IllegalStateException(
          "expected one of the classes 0 to %d, found %d".formatted(cores.size() - 1, speedClass));
    }
    if (Affinity.pin(cores.get(speedClass)) instanceof Unavailable<Pin>(String reason)) {
      throw new IllegalStateException(reason);
    }
  }
}
