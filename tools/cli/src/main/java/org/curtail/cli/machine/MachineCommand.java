package org.curtail.cli.machine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.energy.ClockControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail machine}: features of this machine. */
@Command(
    name = "machine",
    description = {
      "Shows the features of this machine for a service.",
      "These are: its cores; whether and how threads can have priority over others (tested with two threads on one core); whether they can be tied to cores and named; the accuracy of its clock; and features for saving energy: classes of cores, clocks that can be set, counters of energy. Changes nothing; takes about a second."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  curtail machine"})
public final class MachineCommand implements Callable<Integer> {
  @Option(
      names = "--real-time",
      description =
          "Try the real-time policy SCHED_RR first. Its threads run before all other programs too; for a third of a second it takes a core from them.")
  private boolean realTime;

  @Option(
      names = "--restore-clocks",
      description =
          "Instead, restore the clocks that a killed process has left changed, from /run/curtail-clocks.state. Needs root.")
  private boolean restoreClocks;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    if (restoreClocks) {
      reportRestored(ClockControl.restoreAfterKill(), shared.console, shared.json);
      return 0;
    }
    MachineFacts machine = MachineFacts.measure(realTime);
    if (shared.json) {
      shared.console.json(machine.json());
    } else {
      machineLines(machine).forEach(shared.console::result);
    }
    return 0;
  }

  /**
   * Prints the restored settings.
   *
   * @throws UsageError if they cannot be restored
   */
  static void reportRestored(Availability<List<String>> restored, Console console, boolean asJson)
      throws JsonProcessingException {
    switch (restored) {
      case Unavailable<List<String>>(String reason) ->
          throw new UsageError("--restore-clocks: no clock can be restored, because " + reason);
      case Available<List<String>>(List<String> files) when asJson ->
          console.json(
              new ObjectMapper()
                  .writerWithDefaultPrettyPrinter()
                  .writeValueAsString(Map.of("restored", files)));
      case Available<List<String>>(List<String> files) when files.isEmpty() ->
          console.result("No clock needed restoring: no killed process has left a changed clock.");
      case Available<List<String>>(List<String> files) -> files.forEach(console::result);
    }
  }

  /** The lines. */
  public static List<String> machineLines(MachineFacts machine) {
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
                : "; a thread with priority got %s of a core that another wanted too"
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
    return facts.entrySet().stream().map(fact -> machineLine(fact, width)).toList();
  }

  private static String machineLine(Map.Entry<String, String> fact, int width) {
    return fact.getKey() + " ".repeat(width - fact.getKey().length() + 3) + fact.getValue();
  }
}
