package org.curtail.cli.energy;

import org.curtail.benchkit.files.NamedMachine;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the machine of the requests, and its energy. */
public final class EnergyMachineOptions implements CommandWords.Options {
  private static final double MOST_MOVE_US = SpeedMachine.MOST_MOVE_NANOS / 1e3;
  private static final double MOST_MOVE_MJ = SpeedMachine.MOST_MOVE_JOULES * 1e3;
  private static final double MOST_WATTS = 1e9;

  @Option(
      names = "--machine",
      required = true,
      paramLabel = "M",
      description =
          "A built-in machine, rk3399 (slow and fast cores), rk3399-clocks or server (cores whose clocks have steps), or a CSV file with the columns class,count,speed,busyWatts,idleWatts. For steps of a clock the first column is named clock. Speed 1 is the fastest.")
  private String machine = "";

  @Option(
      names = "--move-us",
      paramLabel = "T",
      description =
          "Microseconds for which a request stops when its core or clock changes. Default: that of the built-in machine, 0 for a file.")
  private @Nullable Double moveUs;

  @Option(
      names = "--move-mj",
      paramLabel = "E",
      description = "Additional millijoules of a change. Default: ${DEFAULT-VALUE}.")
  private double moveMj;

  @Option(
      names = "--unscaled-percent",
      paramLabel = "P",
      description =
          "Share of a request's time, at speed 1, that does not depend on the speed: waiting for memory. Default: ${DEFAULT-VALUE}.")
  private double unscaledPercent;

  @Option(
      names = "--budget-watts",
      paramLabel = "W",
      description =
          "Limit of the power of all cores together at any time, in watts. Default: no limit.")
  private @Nullable Double budgetWatts;

  /**
   * The machine.
   *
   * @throws UsageError if the name is unknown, its file is invalid, or an option is out of range
   */
  public SpeedMachine machine() {
    if (moveUs != null) {
      OptionRules.number("--move-us", moveUs, 0, MOST_MOVE_US);
    }
    OptionRules.number("--move-mj", moveMj, 0, MOST_MOVE_MJ);
    OptionRules.number("--unscaled-percent", unscaledPercent, 0, 99);
    if (budgetWatts != null) {
      OptionRules.above("--budget-watts", 0, budgetWatts, MOST_WATTS);
    }
    SpeedMachine named = NamedMachine.find(machine);
    long delayNanos = moveUs == null ? named.moveNanos() : Math.round(moveUs * 1e3);
    SpeedMachine whole =
        named.movingAt(delayNanos, moveMj / 1e3).withUnscaledShare(unscaledPercent / 100);
    if (budgetWatts == null) {
      return whole;
    }
    try {
      return whole.withBudgetWatts(budgetWatts);
    } catch (IllegalArgumentException e) {
      throw new UsageError("--budget-watts: " + e.getMessage(), e);
    }
  }

  /** The name or file from the option. */
  public String name() {
    return machine;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--machine", machine).ifGiven("--move-us", moveUs);
    if (moveMj > 0) {
      line.option("--move-mj", moveMj);
    }
    if (unscaledPercent > 0) {
      line.option("--unscaled-percent", unscaledPercent);
    }
    line.ifGiven("--budget-watts", budgetWatts);
  }
}
