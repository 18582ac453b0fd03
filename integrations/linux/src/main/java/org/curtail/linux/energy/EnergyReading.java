package org.curtail.linux.energy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Energy of zones since their meter was created. Immutable.
 *
 * @param joules energy by zone, in the order of {@link EnergyMeter#zones}, at least 0
 */
public record EnergyReading(Map<EnergyZone, Double> joules) {
  public EnergyReading {
    joules = Collections.unmodifiableMap(new LinkedHashMap<>(joules));
  }

  /** Energy of all processors in joules, without their memory. */
  public double packageJoules() {
    return joules.entrySet().stream()
        .filter(zone -> zone.getKey().isPackage())
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
