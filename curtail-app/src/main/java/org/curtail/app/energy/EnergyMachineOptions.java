package org.curtail.app.energy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.app.commandline.CommandWords;
import org.curtail.energy.Machine;
import org.curtail.energy.MachineTable;
import org.curtail.energy.MoveCost;
import org.curtail.energy.PublishedMachines;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.terminal.NearestName;
import org.curtail.measurement.terminal.OptionRules;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What requests run on, and what that draws. */
public final class EnergyMachineOptions implements CommandWords.Options {
  private static final double MOST_MOVE_US = MoveCost.MOST_DELAY_NANOS / 1e3;
  private static final double MOST_MOVE_MJ = MoveCost.MOST_JOULES * 1e3;
  private static final double MOST_WATTS = 1e9;
  private static final int MOST_LINES = 10_000;

  @Option(
      names = "--machine",
      required = true,
      paramLabel = "M",
      description =
          "A machine that is built in, rk3399 (slow and fast cores), rk3399-clocks or server (cores"
              + " whose clocks have steps), or a CSV file with the columns"
              + " class,count,speed,busyWatts,idleWatts. For steps of a clock the first column is"
              + " named clock. Speed 1 is the fastest.")
  private String machine = "";

  @Option(
      names = "--move-us",
      paramLabel = "T",
      description =
          "Microseconds for which a request stands still when its core or clock changes. Default:"
              + " what is built in, 0 of a file.")
  private @Nullable Double moveUs;

  @Option(
      names = "--move-mj",
      paramLabel = "E",
      description = "Millijoules that a change draws besides. Default: ${DEFAULT-VALUE}.")
  private double moveMj;

  @Option(
      names = "--unscaled-percent",
      paramLabel = "P",
      description =
          "Share of a request's time, at speed 1, that takes as long at any speed: waiting for"
              + " memory. Default: ${DEFAULT-VALUE}.")
  private double unscaledPercent;

  @Option(
      names = "--budget-watts",
      paramLabel = "W",
      description = "What all cores together may draw at any time. Default: no limit.")
  private @Nullable Double budgetWatts;

  /**
   * The machine.
   *
   * @throws Misuse if there is none of that name, its file is no machine, or an option is out of
   *     range
   */
  public Machine machine() {
    if (moveUs != null) {
      OptionRules.number("--move-us", moveUs, 0, MOST_MOVE_US);
    }
    OptionRules.number("--move-mj", moveMj, 0, MOST_MOVE_MJ);
    OptionRules.number("--unscaled-percent", unscaledPercent, 0, 99);
    if (budgetWatts != null) {
      OptionRules.above("--budget-watts", 0, budgetWatts, MOST_WATTS);
    }
    Machine named = named();
    long delayNanos = moveUs == null ? named.moving().delayNanos() : Math.round(moveUs * 1e3);
    Machine whole =
        named
            .movingAt(new MoveCost(delayNanos, moveMj / 1e3))
            .withUnscaledShare(unscaledPercent / 100);
    if (budgetWatts == null) {
      return whole;
    }
    try {
      return whole.withBudgetWatts(budgetWatts);
    } catch (IllegalArgumentException e) {
      throw new Misuse("--budget-watts: " + e.getMessage(), e);
    }
  }

  private Machine named() {
    if (PublishedMachines.names().contains(machine)) {
      return PublishedMachines.named(machine);
    }
    Path file = Path.of(machine);
    if (!Files.exists(file)) {
      throw new Misuse(
          "--machine: expected %s or a file, found %s%s"
              .formatted(
                  String.join(", ", PublishedMachines.names()),
                  machine,
                  NearestName.hint(machine, PublishedMachines.names())));
    }
    try {
      return MachineTable.read(lines(file));
    } catch (IllegalArgumentException e) {
      throw new Misuse("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static List<String> lines(Path file) {
    var all = new ArrayList<String>();
    try (var lines = InputLines.open(file)) {
      while (lines.next()) {
        if (all.size() == MOST_LINES || lines.isTooLong()) {
          throw new Misuse(
              "%s: expected a table of a machine, found %s"
                  .formatted(
                      lines.where(),
                      lines.isTooLong()
                          ? "a line of more than 64 MiB"
                          : "more than %,d lines".formatted(MOST_LINES)));
        }
        all.add(lines.text());
      }
    } catch (CharacterCodingException e) {
      throw new Misuse(
          "%s:%d: expected text in UTF-8, found other bytes".formatted(file, all.size() + 1), e);
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + e.getMessage(), e);
    }
    return all;
  }

  /** As the user named it. */
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
