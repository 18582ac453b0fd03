package org.curtail.cli.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.ClassText;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PartBars;
import org.jspecify.annotations.Nullable;

/** Use of fast and slow cores and its energy, beside the simulator. */
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
    markup.note(
        (live
                ? "Slow workers of this machine wait after each chunk, so that they have the speed of their class."
                : "Each core has the speed of its class.")
            + (watts
                ? " Energy is the time on each class times the watts of its table; idle cores count too."
                : "")
            + " The simulator got the same requests at the same times.");
    List<PartBars.Part> parts = parts(energyOf(runs.getFirst()), watts);
    Legend.parts(markup, parts);
    markup.start("div", "class", "charts three");
    for (double load : chapter.runs().loads()) {
      Figure.write(markup, chart(chapter, load, parts, watts));
    }
    markup.end();
    policies(markup, chapter);
    classes(markup, chapter);
    markup.end();
  }

  /** Number of shades in the legend: one for each class. */
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

  private static void policies(Markup markup, Chapter chapter) {
    RunTable.open(
        markup,
        chapter,
        "Tail, energy and moves for a request, measured and simulated",
        ClassText.policies(chapter.results()));
    RunTable.explain(markup, chapter.results().runs(), List.of(99.0));
  }

  private static String millijoules(@Nullable Double joules) {
    return joules == null ? NONE : Numbers.significant(MILLI * joules);
  }

  private static void classes(Markup markup, Chapter chapter) {
    Chapter.folded(
        markup,
        "Class by class",
        "Time of a request on each class, and its energy",
        ClassText.classes(chapter.results()));
  }
}
