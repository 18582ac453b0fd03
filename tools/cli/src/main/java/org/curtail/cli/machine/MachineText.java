package org.curtail.cli.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.text.Numbers;

/** What a machine offers, for people: a line for each thing. */
public final class MachineText {
  private MachineText() {}

  /** The lines. */
  public static List<String> lines(MachineFacts machine) {
    ClockFacts clock = machine.clock();
    Double share = machine.boostCpuShare();
    var facts = new LinkedHashMap<String, String>();
    facts.put("system", machine.system());
    facts.put("architecture", machine.architecture());
    facts.put("JVM", machine.jvm());
    facts.put("cores", Numbers.count(machine.cores()));
    facts.put(
        "boost",
        machine.boost()
            + (share == null
                ? ""
                : "; a raised thread got %s of a core that another wanted too"
                    .formatted(Numbers.percent(share))));
    facts.put("affinity", machine.affinity().toString());
    facts.put("thread names", machine.threadNames().toString());
    facts.put(
        "System.nanoTime",
        "%s ns a reading, steps of %d ns"
            .formatted(Numbers.significant(clock.readingNanos()), clock.stepNanos()));
    facts.put("parkNanos of 1 ms", Numbers.time(clock.parkLateMs()) + " late in the median");
    facts.put("core classes", machine.energy().coreClasses().toString());
    facts.put("clocks", machine.energy().clocks().toString());
    facts.put("energy counters", machine.energy().counters().toString());
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    return facts.entrySet().stream().map(fact -> line(fact, width)).toList();
  }

  private static String line(Map.Entry<String, String> fact, int width) {
    return fact.getKey() + " ".repeat(width - fact.getKey().length() + 3) + fact.getValue();
  }
}
