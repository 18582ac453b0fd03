package org.curtail.linux.energy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What zones have taken since their meter was made. Immutable.
 *
 * @param joules by zone, in the order of {@link EnergyMeter#zones}, at least 0
 */
public record EnergyReading(Map<EnergyZone, Double> joules) {
  public EnergyReading {
    joules = Collections.unmodifiableMap(new LinkedHashMap<>(joules));
  }

  /** What all processors have taken, in joules; their memory is not in it. */
  public double packageJoules() {
    return joules.entrySet().stream()
        .filter(zone -> zone.getKey().isPackage())
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
