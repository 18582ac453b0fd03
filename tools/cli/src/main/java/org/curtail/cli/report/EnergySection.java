package org.curtail.cli.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PartBars;
import org.jspecify.annotations.Nullable;

/** What runs used of fast and slow cores, and what that drew, beside the simulator. */
final class EnergySection {
  private static final String NONE = "–";
  private static final double MILLI = 1e3;

  private EnergySection() {}

  static void write(Markup markup, Chapter chapter) {
    List<Run> runs = runs(chapter);
    if (runs.isEmpty()) {
      return;
    }
    boolean watts = runs.stream().allMatch(run -> energyOf(run).joulesPerRequest() != null);
    boolean live = chapter.results().emulated().isEmpty();
    chapter.startSection(
        markup, "energy", watts ? "Energy by class of cores" : "Time by class of cores");
    markup.element(
        "p",
        (live
                ? "Slow workers of this machine wait after each chunk, so that they are as slow as"
                    + " their class says."
                : "Each core is of a class, and as fast as that says.")
            + (watts
                ? " Energy is the time on each class times the watts of its table; idle cores count"
                    + " too."
                : "")
            + " The simulator was given the same requests at the same moments.",
        "class",
        "note");
    List<PartBars.Part> parts = parts(energyOf(runs.getFirst()), watts);
    Legend.parts(markup, parts);
    markup.start("div", "class", "charts three");
    for (double load : chapter.runs().loads()) {
      Figure.write(markup, chart(chapter, load, parts, watts));
    }
    markup.end();
    policies(markup, chapter, watts);
    classes(markup, chapter, runs, watts);
    markup.end();
  }

  /** Shades that the legend needs: one for each class. */
  static int shades(Chapter chapter) {
    return runs(chapter).stream().mapToInt(run -> energyOf(run).classes().size()).max().orElse(0);
  }

  private static List<Run> runs(Chapter chapter) {
    return chapter.results().runs().stream().filter(run -> run.energy() != null).toList();
  }

  private static EnergyFigures energyOf(Run run) {
    return requireNonNull(run.energy());
  }

  private static List<PartBars.Part> parts(EnergyFigures energy, boolean watts) {
    var parts = new ArrayList<PartBars.Part>();
    for (ClassFigures one : energy.classes()) {
      parts.add(new PartBars.Part("on " + one.name(), "d" + (parts.size() + 1)));
    }
    if (watts) {
      parts.add(new PartBars.Part("idle cores", "wait"));
    }
    return parts;
  }

  private static Chart chart(
      Chapter chapter, double load, List<PartBars.Part> parts, boolean watts) {
    return new PartBars(
        "At " + Numbers.percent(load) + " load",
        watts ? "Millijoules for a request, by policy." : "Time of a request, by policy.",
        watts ? "mJ" : "ms",
        parts,
        chapter.runs().at(load).stream()
            .filter(run -> run.energy() != null)
            .map(run -> bar(run, energyOf(run), watts))
            .toList());
  }

  private static PartBars.Bar bar(Run run, EnergyFigures energy, boolean watts) {
    if (!watts) {
      double ms = energy.classes().stream().mapToDouble(ClassFigures::busyMs).sum();
      return new PartBars.Bar(
          run.policy(),
          energy.classes().stream().map(ClassFigures::busyMs).toList(),
          Numbers.time(ms));
    }
    double idle = energy.classes().stream().mapToDouble(one -> known(one.idleJoules())).sum();
    Ratio saved = energy.joulesOfAllFast();
    return new PartBars.Bar(
        run.policy(),
        Stream.concat(
                energy.classes().stream().map(one -> MILLI * known(one.busyJoules())),
                Stream.of(MILLI * Math.max(0, idle)))
            .toList(),
        millijoules(energy.joulesPerRequest())
            + " mJ"
            + (saved == null ? "" : ", " + Numbers.percent(saved.value()) + " of all-fast"));
  }

  private static double known(@Nullable Double joules) {
    return joules == null ? 0 : joules;
  }

  private static void policies(Markup markup, Chapter chapter, boolean watts) {
    Table<Run> table =
        RunTable.of(chapter)
            .show("p99", Unit.TIME, run -> of(run, 99, energy -> run.latency().p99Ms()))
            .show("simulated", Unit.TIME, run -> of(run, 99, EnergyFigures::simulatedP99Ms))
            .show("ratio", Unit.TEXT, run -> of(run, 99, energy -> withInterval(energy.p99())));
    if (watts) {
      table
          .show("mJ/request", Unit.NUMBER, run -> of(run, 0, it -> milli(it.joulesPerRequest())))
          .show(
              "simulated",
              Unit.NUMBER,
              run -> of(run, 0, it -> milli(it.simulatedJoulesPerRequest())))
          .show("ratio", Unit.TEXT, run -> of(run, 0, it -> withInterval(it.joules())))
          .show(
              "of all-fast",
              Unit.TEXT,
              run -> of(run, 0, it -> withInterval(it.joulesOfAllFast())));
    }
    RunTable.open(
        markup,
        chapter,
        "Tail, energy and moves for a request, measured and simulated",
        table
            .show("moves", Unit.DECIMAL, run -> of(run, 0, EnergyFigures::moves))
            .show("simulated", Unit.DECIMAL, run -> of(run, 0, EnergyFigures::simulatedMoves)));
    PercentileCells.explain(markup, chapter.results().runs(), List.of(99.0));
  }

  /** A figure of a run; null if it has none, or too few requests for a percentile. */
  private static <F> @Nullable F of(
      Run run, double percentile, Function<EnergyFigures, @Nullable F> figure) {
    EnergyFigures energy = run.energy();
    return energy == null || !run.carries(percentile) ? null : figure.apply(energy);
  }

  private static @Nullable String withInterval(@Nullable Ratio ratio) {
    if (ratio == null) {
      return null;
    }
    // One block has no interval.
    return ratio.low() == ratio.high()
        ? Numbers.ratio(ratio.value())
        : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }

  private static @Nullable Double milli(@Nullable Double joules) {
    return joules == null ? null : MILLI * joules;
  }

  private static String millijoules(@Nullable Double joules) {
    return joules == null ? NONE : Numbers.significant(MILLI * joules);
  }

  private static void classes(Markup markup, Chapter chapter, List<Run> runs, boolean watts) {
    Table<ClassRow> table =
        Table.of(
                chapter.runs().loads().stream()
                    .flatMap(load -> runs.stream().filter(run -> run.load() == load))
                    .flatMap(run ->
                        energyOf(run).classes().reversed().stream()
                            .map(figures -> new ClassRow(run, figures)))
                    .toList())
            .grouped(ClassRow::run)
            .show("load", Unit.PERCENT, row -> row.run.load())
            .show("policy", Unit.NAME, row -> row.run.policy())
            .show("class", Unit.TEXT, row -> row.of.name())
            .show("cores", Unit.COUNT, row -> row.of.cores())
            .show("speed", Unit.DECIMAL, row -> row.of.speed())
            .show("held", Unit.TEXT, row -> held(row.of))
            .show("time of a request", Unit.TIME, row -> row.of.busyMs())
            .show("simulated", Unit.TIME, row -> row.of.simulatedBusyMs());
    if (watts) {
      table
          .show("busy, mJ/request", Unit.NUMBER, row -> milli(row.of.busyJoules()))
          .show("idle", Unit.NUMBER, row -> milli(row.of.idleJoules()));
    }
    Chapter.folded(
        markup, "Class by class", "Time of a request on each class, and what that drew", table);
  }

  private record ClassRow(Run run, ClassFigures of) {}

  private static @Nullable String held(ClassFigures one) {
    Double held = one.heldSpeed();
    return held == null ? null : "%.3f".formatted(held);
  }
}
