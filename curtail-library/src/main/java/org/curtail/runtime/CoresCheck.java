package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.curtail.Policy;

/** Says that cores are counted on which are not there. */
final class CoresCheck {
  private CoresCheck() {}

  /** Logs what does not fit, as warnings; never throws, whatever the log's handlers do. */
  static void of(String engine, Policy policy, int cores) {
    int machine = Runtime.getRuntime().availableProcessors();
    warnings(engine, policy.plannedCores(), cores, machine).forEach(FaultReport::warning);
  }

  /**
   * What does not fit, a sentence or two each.
   *
   * @param planned for how many the policy was planned, if that is known
   * @param cores that the engine serves with
   * @param machine that are there
   */
  static List<String> warnings(String engine, OptionalInt planned, int cores, int machine) {
    var warnings = new ArrayList<String>();
    if (cores > machine) {
      warnings.add(
          "engine %s is set up for %s, but this machine has %d: requests get threads for which there is no core. Leave out Setup.cores, or set at most %d."
              .formatted(engine, inWords(cores), machine, machine));
    }
    int fitting = Math.min(cores, machine);
    if (planned.isPresent() && planned.getAsInt() != fitting) {
      warnings.add(
          "engine %s serves with %s, but its policy was planned for %d. Plan a table for this machine: curtail plan --cores %d%s."
              .formatted(
                  engine,
                  inWords(fitting),
                  planned.getAsInt(),
                  fitting,
                  planned.getAsInt() < machine
                      ? "; or, if the service is to use only %d, say Setup.cores(%d)"
                          .formatted(planned.getAsInt(), planned.getAsInt())
                      : ""));
    }
    return warnings;
  }

  private static String inWords(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
  }
}
