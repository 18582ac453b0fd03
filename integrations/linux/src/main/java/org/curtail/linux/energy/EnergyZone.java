package org.curtail.linux.energy;

/**
 * A part of the machine whose energy is counted.
 *
 * @param name such as {@code package-0}, of a part of another {@code package-0/core}
 * @param folder where the kernel counts it
 * @param rangeJoules what is counted before the counter begins at 0 again, above 0
 */
public record EnergyZone(String name, String folder, double rangeJoules) {
  public EnergyZone {
    if (!(rangeJoules > 0)) {
      throw new IllegalArgumentException("rangeJoules must be above 0: " + rangeJoules);
    }
  }

  /** Whether it is a whole processor, which contains its cores and is in no other package. */
  public boolean isPackage() {
    return name.startsWith("package") && name.indexOf('/') < 0;
  }

  /**
   * At most how long may pass between two readings.
   *
   * @param watts that the zone takes at most, above 0
   */
  public double rangeSeconds(double watts) {
    if (!(watts > 0)) {
      throw new IllegalArgumentException("watts must be above 0: " + watts);
    }
    return rangeJoules / watts;
  }
}
