package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.emulate.ClassPolicies;
import org.curtail.benchkit.emulate.EmulatedClasses;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for slow workers of a live bench. */
final class SlowWorkerOptions {
  static final String SLOW_WORKERS = "--slow-workers";

  /** Default loads, as in curtail energy; slow workers alone cannot serve more. */
  static final List<Double> LOADS = List.of(0.2, 0.4);

  @Option(
      names = SLOW_WORKERS,
      description =
          "Live, with --core-classes or --machine: workers of slower classes wait after each chunk, so that they have the speed of their class. Needs as many cores as the sum of all speeds. Loads are shares of the capacity at these speeds.")
  private boolean slowWorkers;

  /** True if some workers are slow. */
  boolean isAsked() {
    return slowWorkers;
  }

  /**
   * Rejects slow workers where no searches run on this machine.
   *
   * @throws UsageError if slow workers are asked for
   */
  void requireNone(String option) {
    OptionRules.excludes(SLOW_WORKERS, slowWorkers, option);
  }

  /**
   * The classes of the workers.
   *
   * @param asked classes from other options; may be empty
   * @param cores of this machine
   * @throws UsageError if no classes are given, or this machine has too few cores
   */
  static EmulatedClasses classes(Optional<EmulatedClasses> asked, int cores, Console console) {
    EmulatedClasses classes =
        asked.orElseThrow(() -> OptionRules.needs(SLOW_WORKERS, "--core-classes or --machine"));
    double speeds = classes.machine().mostProgress();
    int workers = classes.machine().cores();
    if (speeds > cores) {
      throw new UsageError(
          "%s: expected workers whose speeds together are at most %d, the cores of this machine, found %s for %s"
              .formatted(SLOW_WORKERS, cores, Numbers.decimal(speeds), classes.text()));
    }
    if (workers > cores) {
      console.warn(
          "%d workers share %d cores, so that one may wait for another: check the measured speeds"
              .formatted(workers, cores));
    }
    return classes;
  }

  /**
   * Rejects options that policies of speeds do not have.
   *
   * @param cores from the option; null if not given
   * @throws UsageError if such an option is given
   */
  static void requireNoOther(
      DemandAndTableOptions planned,
      RecordingOptions recording,
      KnowledgeOptions knowledge,
      SteppedOptions stepped,
      @Nullable Integer cores) {
    planned.requireNone(SLOW_WORKERS);
    recording.requireNone(SLOW_WORKERS);
    knowledge.requireNone(SLOW_WORKERS);
    OptionRules.excludes(
        stepped.isAsked() ? "--rps-steps" : "--cores",
        stepped.isAsked() || cores != null,
        SLOW_WORKERS);
  }

  /** Warns of loads that exceed the capacity of a policy. */
  static void warn(BenchSetting setting, EmulatedClasses classes, Console console) {
    for (String name : setting.policies()) {
      double share = greatestLoad(name, classes.machine());
      List<String> beyond =
          setting.loads().stream().filter(load -> load >= share).map(Verdicts::plain).toList();
      if (!beyond.isEmpty()) {
        console.warn(
            "%s carries at most a load of %s: at %s its queue grows throughout a block"
                .formatted(name, Numbers.decimal(share), String.join(", ", beyond)));
      }
    }
  }

  /** The greatest load of a policy. A policy with one class has the capacity of that class. */
  private static double greatestLoad(String name, SpeedMachine machine) {
    SpeedPolicy speeds = ClassPolicies.withoutProfile(machine).named(name).speeds().orElseThrow();
    int only =
        speeds.equals(SpeedPolicy.allSlow())
            ? 0
            : speeds.equals(SpeedPolicy.allFast(machine)) ? machine.fastest() : -1;
    return only < 0
        ? 1
        : machine.classes().get(only).count() * machine.progress(only) / machine.mostProgress();
  }

  /** Writes the options to a command line that does the same. */
  static void write(EmulatedClasses classes, CommandWords line) {
    line.flag(SLOW_WORKERS, true).option(classes.option(), classes.text());
  }
}
