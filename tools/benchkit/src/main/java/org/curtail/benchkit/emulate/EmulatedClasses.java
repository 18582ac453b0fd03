package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.Profile;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/**
 * Emulated cores of several classes of speed.
 *
 * @param machine classes of cores; moves have no other cost than that of this machine
 * @param knowsWatts true if the power of each class is known; otherwise results have only the time
 *     on each class
 * @param text text of the option on the command line
 */
public record EmulatedClasses(SpeedMachine machine, boolean knowsWatts, String text) {
  private static final Pattern CLASS = Pattern.compile("(\\d{1,5})x([^@]+?)(?:@([0-9.]+))?");

  public EmulatedClasses {
    if (machine.kind() != SpeedMachine.Kind.CORES) {
      throw new IllegalArgumentException(
          "expected classes of cores, found cores whose clocks have steps: " + text);
    }
    machine = machine.movingAt(0, 0);
  }

  /**
   * Creates classes without power.
   *
   * @param classes texts such as {@code 4xlittle@0.4}: number of cores, name, and speed (1 by
   *     default)
   * @throws IllegalArgumentException if a text is no class, or if classes contradict each other
   */
  public static EmulatedClasses of(List<String> classes) {
    var all = new ArrayList<SpeedClass>();
    for (String text : classes) {
      Matcher parts = CLASS.matcher(text.strip());
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "expected cores, name and speed, such as 4xlittle@0.4, found '%s'".formatted(text));
      }
      String speed = parts.group(3);
      try {
        all.add(
            new SpeedClass(
                parts.group(2),
                Integer.parseInt(parts.group(1)),
                speed == null ? 1 : Double.parseDouble(speed),
                1,
                0));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "expected a speed, found '%s' in '%s'".formatted(speed, text), e);
      }
    }
    return new EmulatedClasses(
        SpeedMachine.ofCores(all.toArray(SpeedClass[]::new)), false, String.join(",", classes));
  }

  /** Returns the capacity of all cores at their speeds, in requests per second. */
  public double capacity(Profile profile) {
    return machine.mostProgress() * 1e3 / profile.meanMs(1);
  }

  /** Returns the command-line option for these classes. */
  public String option() {
    return knowsWatts ? "--machine" : "--core-classes";
  }
}
