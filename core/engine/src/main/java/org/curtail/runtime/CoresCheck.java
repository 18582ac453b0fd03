package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.Policy;

/**
 * Says that cores are counted on which are not there, or not those that a policy was planned for.
 * Never throws, whatever the log's handlers do. Safe for all threads.
 */
final class CoresCheck {
  private final String engine;
  private final int cores;

  /** For how many cores those policies were planned of which it was told. */
  private final Set<Integer> toldOf = ConcurrentHashMap.newKeySet();

  /**
   * Of an engine.
   *
   * @param cores that it serves with
   */
  CoresCheck(String engine, int cores) {
    this.engine = engine;
    this.cores = cores;
  }

  /** Logs what does not fit at the start, as warnings. */
  void ofFirst(Policy policy) {
    tell(policy, cores, true);
  }

  /** Logs if a policy that comes later does not fit, unless it was told of one like that before. */
  void ofNext(Policy policy) {
    tell(policy, Math.min(cores, machine()), false);
  }

  private void tell(Policy policy, int serving, boolean isFirst) {
    try {
      OptionalInt planned = policy.plannedCores();
      boolean isNew = planned.isPresent() && toldOf.add(planned.getAsInt());
      if (isNew || isFirst) {
        warnings(engine, planned, serving, machine()).forEach(FaultReport::warning);
      }
    } catch (Throwable e) {
      FaultReport.error("a policy does not say for how many cores it was planned", e);
    }
  }

  private static int machine() {
    return Runtime.getRuntime().availableProcessors();
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
