package org.curtail.cli.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.results.EnergyResults.Capacity;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyWords;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/** Energies for people: a table for each load, and the settings to use. */
final class EnergyText {
  private EnergyText() {}

  /** The lines. */
  static List<String> lines(EnergyResults results) {
    var lines = new ArrayList<String>();
    for (Load load : results.loads()) {
      lines.add(
          "load %s, %s requests/s"
              .formatted(Numbers.percent(load.load()), Numbers.significant(load.perSecond())));
      lines.addAll(table(results, load).lines());
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
    var lines = new ArrayList<String>();
    lines.add(
        "capacity with a %s of at most %s, whatever it draws"
            .formatted(Numbers.percentile(results.percentile()), Numbers.time(results.targetMs())));
    lines.addAll(
        Table.of(results.capacities())
            .show("policy", Unit.NAME, Capacity::policy)
            .show("load", Unit.PERCENT, Capacity::load)
            .show("95 % interval", Unit.TEXT, one -> interval(one.lowLoad(), one.highLoad()))
            .absent("")
            .show("requests/s", Unit.NUMBER, Capacity::perSecond)
            .lines());
    return lines;
  }

  /** One row; a limit has no line, and no energy if it is unknown. */
  private record Row(String name, @Nullable Double joules, @Nullable Line line) {}

  private static Table<Row> table(EnergyResults results, Load load) {
    var rows = new ArrayList<Row>();
    load.policies()
        .forEach(line -> rows.add(new Row(line.policy(), line.joulesPerRequest(), line)));
    rows.add(new Row("limit, one schedule for all", load.oneScheduleJoules(), null));
    rows.add(new Row("limit, clairvoyant", load.clairvoyantJoules(), null));
    double allFast = load.policies().getFirst().joulesPerRequest();
    return Table.of(rows)
        .show("policy", Unit.NAME, Row::name)
        .show("mJ/request", Unit.NUMBER, row -> row.joules == null ? null : 1000 * row.joules)
        .absent("none")
        .show("of all-fast", Unit.PERCENT, row -> row.joules == null ? null : row.joules / allFast)
        .absent("")
        .show("95 % interval", Unit.TEXT, row -> of(row, EnergyText::interval))
        .absent("")
        .show("above clairvoyant", Unit.PERCENT, row -> of(row, Line::aboveClairvoyant))
        .absent("")
        .show(
            Numbers.percentile(results.percentile()) + " ms",
            Unit.NUMBER,
            row -> of(row, Line::tailMs))
        .absent("")
        .show("target", Unit.TEXT, row -> of(row, line -> line.meetsTarget() ? "met" : "missed"))
        .absent("")
        .show("watts", Unit.NUMBER, row -> of(row, Line::watts))
        .absent("");
  }

  private static <T> @Nullable T of(Row row, Function<Line, @Nullable T> figure) {
    return row.line == null ? null : figure.apply(row.line);
  }

  private static @Nullable String interval(Line line) {
    Double low = line.lowOfAllFast();
    // All-fast is compared with itself.
    return low != null && low.equals(line.highOfAllFast())
        ? null
        : interval(low, line.highOfAllFast());
  }

  private static @Nullable String interval(@Nullable Double low, @Nullable Double high) {
    return low == null || high == null
        ? null
        : "%s to %s %%".formatted(Numbers.tenths(100 * low), Numbers.tenths(100 * high));
  }
}
