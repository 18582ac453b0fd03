package org.curtail.cli.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.results.EnergyResults.Capacity;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyWords;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
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
      lines.add(EnergyWords.headline(results, load));
      load.policies().stream()
          .filter(line -> line.thresholds() != null && line.meetsTarget())
          .forEach(line -> lines.add(EnergyWords.toSet(line)));
      lines.add("");
    }
    lines.addAll(capacities(results));
    return lines;
  }

  private static List<String> capacities(EnergyResults results) {
    var rows = new ArrayList<List<String>>();
    int width =
        results.capacities().stream().mapToInt(it -> it.policy().length()).max().orElseThrow();
    rows.add(row("policy", width, "load", "95 % interval", "requests/s"));
    for (Capacity one : results.capacities()) {
      Double low = one.lowLoad();
      Double high = one.highLoad();
      rows.add(
          row(
              one.policy(),
              width,
              Numbers.percent(one.load()),
              low == null || high == null
                  ? ""
                  : "%s to %s %%".formatted(Numbers.tenths(100 * low), Numbers.tenths(100 * high)),
              Numbers.significant(one.perSecond())));
    }
    var lines = new ArrayList<String>();
    lines.add(
        "capacity with a %s of at most %s, whatever it draws"
            .formatted(Numbers.percentile(results.percentile()), Numbers.time(results.targetMs())));
    lines.addAll(Columns.aligned(rows));
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
}
