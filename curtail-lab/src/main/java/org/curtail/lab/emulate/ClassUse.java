package org.curtail.lab.emulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.curtail.energy.EnergyAccount;
import org.curtail.measurement.text.Numbers;

/**
 * What a policy used of each class of cores for one trace.
 *
 * @param requests of the trace
 * @param emulated by the engine
 * @param simulated for the same requests
 */
record ClassUse(int requests, EnergyAccount emulated, EnergyAccount simulated) {
  /** The time that a request spent on each class, and the energy, emulated beside simulated. */
  static String sentence(String name, List<ClassUse> uses, EmulatedClasses classes) {
    var parts = new ArrayList<String>();
    if (classes.knowsWatts()) {
      double own = joules(uses, ClassUse::emulated);
      double other = joules(uses, ClassUse::simulated);
      parts.add(
          "%s mJ a request emulated, %s simulated, ratio %.3f"
              .formatted(
                  Numbers.significant(own * 1e3), Numbers.significant(other * 1e3), own / other));
    }
    for (int k = classes.machine().fastest(); k >= 0; k--) {
      parts.add(
          "%s of a request on %s, %s simulated"
              .formatted(
                  Numbers.time(millis(uses, ClassUse::emulated, k)),
                  classes.machine().classes().get(k).name(),
                  Numbers.time(millis(uses, ClassUse::simulated, k))));
    }
    double moves = uses.stream().mapToDouble(use -> use.emulated.moves()).sum() / requests(uses);
    parts.add("%.2f moves".formatted(moves));
    return name + ": " + String.join("; ", parts) + ".";
  }

  private static double requests(List<ClassUse> uses) {
    return uses.stream().mapToDouble(ClassUse::requests).sum();
  }

  private static double joules(List<ClassUse> uses, Function<ClassUse, EnergyAccount> of) {
    return uses.stream().mapToDouble(use -> of.apply(use).joules()).sum() / requests(uses);
  }

  private static double millis(
      List<ClassUse> uses, Function<ClassUse, EnergyAccount> of, int speedClass) {
    return uses.stream().mapToDouble(use -> of.apply(use).busyNanos().get(speedClass)).sum()
        / 1e6
        / requests(uses);
  }
}
