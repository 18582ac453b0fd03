package org.curtail.linux.energy;

import java.util.OptionalDouble;
import org.curtail.linux.Cores;

/**
 * Cores of one kind, such as the small ones of a big.LITTLE or hybrid processor. Immutable.
 *
 * @param name the kernel's name such as {@code cpu_atom}, or a value of its fastest core such as
 *     {@code capacity-446}
 * @param cores cores that the process may use; pin threads to them by {@code Affinity} or {@code
 *     MovableThread}
 * @param speed work per second relative to the fastest class, above 0, 1 for that class; empty if
 *     the kernel does not report it
 */
public record CoreClass(String name, Cores cores, OptionalDouble speed) {
  public CoreClass {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name must say something: \"" + name + "\"");
    }
    if (speed.isPresent() && !(speed.getAsDouble() > 0 && speed.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "speed must be above 0 and at most 1: " + speed.getAsDouble());
    }
  }
}
