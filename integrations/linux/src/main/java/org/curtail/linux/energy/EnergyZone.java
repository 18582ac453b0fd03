package org.curtail.linux.energy;

/**
 * Part of the machine whose energy is counted.
 *
 * @param name such as {@code package-0}, for a part of another zone {@code package-0/core}
 * @param folder the kernel's folder of the counter
 * @param rangeJoules energy after which the counter wraps to 0, above 0
 */
public record EnergyZone(String name, String folder, double rangeJoules) {
  public EnergyZone {
    if (!(rangeJoules > 0)) {
      throw new IllegalArgumentException("rangeJoules must be above 0: " + rangeJoules);
    }
  }

  /**
   * True for a whole processor. A processor's zone contains its cores and is in no other package.
   */
  public boolean isPackage() {
    return name.startsWith("package") && name.indexOf('/') < 0;
  }

  /**
   * Returns the greatest time between two readings in seconds.
   *
   * @param watts greatest power of the zone, above 0
   */
  public double rangeSeconds(double watts) {
    if (!(watts > 0)) {
      throw new IllegalArgumentException("watts must be above 0: " + watts);
    }
    return rangeJoules / watts;
  }
}
