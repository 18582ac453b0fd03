package org.curtail.app.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.app.energy.EnergyResults.Line;
import org.curtail.app.energy.EnergyResults.Load;
import org.curtail.app.energy.EnergyResults.Threshold;
import org.curtail.measurement.text.Columns;
import org.curtail.measurement.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Energies for people: a table for each load, and what to set. */
final class EnergyText {
  private EnergyText() {}

  /** The lines. */
  static List<String> lines(EnergyResults results) {
    var lines = new ArrayList<String>();
    for (Load load : results.loads()) {
      lines.add(
          "load %s, %s requests/s"
              .formatted(Numbers.percent(load.load()), Numbers.significant(load.perSecond())));
      lines.addAll(Columns.aligned(cells(results, load)));
      lines.add(headline(results, load));
      load.policies().stream()
          .filter(line -> line.thresholds() != null && line.meetsTarget())
          .forEach(line -> lines.add(toSet(line)));
      lines.add("");
    }
    lines.removeLast();
    return lines;
  }

  private static List<List<String>> cells(EnergyResults results, Load load) {
    var rows = new ArrayList<List<String>>();
    int width =
        Stream.concat(
                load.policies().stream().map(Line::policy),
                Stream.of("limit, one schedule for all"))
            .mapToInt(String::length)
            .max()
            .orElseThrow();
    String tail = Numbers.percentile(results.percentile());
    rows.add(
        row(
            "policy",
            width,
            "mJ/request",
            "of all-fast",
            "95 % interval",
            "above clairvoyant",
            tail + " ms",
            "target",
            "watts"));
    for (Line line : load.policies()) {
      rows.add(
          row(
              line.policy(),
              width,
              millijoules(line.joulesPerRequest()),
              Numbers.percent(line.ofAllFast()),
              interval(line),
              line.aboveClairvoyant() == null ? "" : Numbers.percent(line.aboveClairvoyant()),
              Numbers.significant(line.tailMs()),
              line.meetsTarget() ? "met" : "missed",
              Numbers.significant(line.watts())));
    }
    double allFast = load.policies().getFirst().joulesPerRequest();
    rows.add(limit("limit, one schedule for all", width, load.oneScheduleJoules(), allFast));
    rows.add(limit("limit, clairvoyant", width, load.clairvoyantJoules(), allFast));
    return rows;
  }

  private static List<String> limit(
      String name, int width, @Nullable Double joules, double allFast) {
    return row(
        name,
        width,
        joules == null ? "none" : millijoules(joules),
        joules == null ? "" : Numbers.percent(joules / allFast),
        "",
        "",
        "",
        "",
        "");
  }

  /** Columns stand right; names of policies stand left. */
  private static List<String> row(String name, int width, String... cells) {
    return Stream.concat(
            Stream.of(name + " ".repeat(Math.max(0, width - name.length()))), Stream.of(cells))
        .toList();
  }

  private static String millijoules(double joules) {
    return Numbers.significant(joules * 1000);
  }

  private static String interval(Line line) {
    Double low = line.lowOfAllFast();
    Double high = line.highOfAllFast();
    // All-fast is compared with itself.
    return low == null || high == null || low.equals(high)
        ? ""
        : "%s to %s %%".formatted(Numbers.tenths(100 * low), Numbers.tenths(100 * high));
  }

  private static String headline(EnergyResults results, Load load) {
    String target =
        "%s of at most %s"
            .formatted(Numbers.percentile(results.percentile()), Numbers.time(results.targetMs()));
    return load.bestLine()
        .map(best ->
            "Least energy with a %s: %s, %s of all-fast."
                .formatted(target, best.policy(), Numbers.percent(best.ofAllFast())))
        .orElse(
            "No policy has a %s at this load: less load, faster cores or more of them are needed."
                .formatted(target));
  }

  private static String toSet(Line line) {
    List<Threshold> thresholds = line.thresholds();
    return thresholds == null
        ? ""
        : "To set for %s: %s."
            .formatted(
                line.policy(),
                thresholds.stream()
                    .map(threshold ->
                        "%s from %s on".formatted(threshold.speedClass(), age(threshold.ageMs())))
                    .collect(Collectors.joining(", ")));
  }

  private static String age(double ms) {
    return ms == 0 ? "the start" : Numbers.time(ms);
  }
}
