package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.experiments.SlowToFastMachines.Pair;
import org.curtail.papers.experiments.SlowToFastRuns.Drawn;

/**
 * The talk's diagrams: tail and energy against load, and the places where a race to idle is better.
 */
final class SlowToFastFigures {
  private static final String RATE = "requests/s";
  private static final String P99 = "p99 latency, ms";
  private static final String ENERGY = "mJ/request";

  /** Upper limit of the diagrams, as a multiple of the target. */
  private static final double TOP = 1.5;

  private final SlowToFastRuns measured;

  private SlowToFastFigures(SlowToFastRuns measured) {
    this.measured = measured;
  }

  static List<PaperFigure> of(
      SlowToFastRuns measured, List<Pair> pairs, Map<String, SlowToFastSteps> steps) {
    var figures = new SlowToFastFigures(measured);
    var all = new ArrayList<PaperFigure>();
    for (Pair pair : pairs) {
      all.add(figures.clocks(pair));
      all.add(figures.cores(pair));
    }
    all.add(figures.race());
    all.add(steps(steps));
    return all;
  }

  private PaperFigure clocks(Pair pair) {
    String machine = pair.clocksName();
    return new PaperFigure(
        "Clocks, " + pair.name(),
        "One clock for all cores (Pegasus) against a clock for each request; " + pair.words(),
        panels(
            pair,
            List.of(
                new Line(machine, SlowToFastRuns.PEGASUS),
                new Line(machine, SlowToFastRuns.TAIL_FIRST),
                new Line(machine, SlowToFastRuns.CONTROLLED),
                new Line(machine, SlowToFastRuns.SLOW_TO_FAST))));
  }

  private PaperFigure cores(Pair pair) {
    return new PaperFigure(
        "Core classes, " + pair.name(),
        "Fast and slow cores against clocks, at the same power, slow to fast with its controller; "
            + pair.words(),
        panels(
            pair,
            Stream.of(pair.clocksName(), pair.coresName())
                .flatMap(machine ->
                    Stream.of(SlowToFastRuns.TAIL_FIRST, SlowToFastRuns.CONTROLLED)
                        .map(policy -> new Line(machine, policy)))
                .toList()));
  }

  private record Line(String machine, String policy) {}

  private List<Panel> panels(Pair pair, List<Line> lines) {
    return List.of(
        Panel.of("Tail", RATE, P99, curves(pair, lines, Drawn::tailMs))
            .upTo(TOP * SlowToFastRuns.TARGET_MS),
        Panel.of("Energy", RATE, ENERGY, curves(pair, lines, run -> 1e3 * run.joulesPerRequest())));
  }

  private List<Curve> curves(Pair pair, List<Line> lines, ToDoubleFunction<Drawn> number) {
    boolean oneMachine = lines.stream().map(Line::machine).distinct().count() == 1;
    return lines.stream()
        .map(line ->
            new Curve(
                oneMachine
                    ? line.policy()
                    : "%s: %s"
                        .formatted(
                            line.machine().replace(pair.name() + ", ", ""),
                            line.policy().replace(", controlled", "")),
                false,
                SlowToFastRuns.RATES.stream()
                    .flatMap(share ->
                        measured
                            .point(
                                SlowToFastRuns.perSecond(pair, share),
                                line.machine(),
                                line.policy(),
                                share,
                                number)
                            .stream())
                    .toList()))
        .filter(curve -> !curve.points().isEmpty())
        .toList();
  }

  private static PaperFigure steps(Map<String, SlowToFastSteps> steps) {
    return new PaperFigure(
        "Steps of load",
        "The controller while the load goes from %s of what a machine carries, beside the best fixed thresholds for just these requests"
            .formatted(
                SlowToFastSteps.LOADS.stream()
                    .map(Numbers::percent)
                    .collect(Collectors.joining(" to "))),
        steps.entrySet().stream()
            .map(one ->
                Panel.of(
                    one.getKey(),
                    "window of the controller",
                    P99,
                    List.of(
                        new Curve(SlowToFastRuns.CONTROLLED, false, one.getValue().controlledMs()),
                        new Curve("fixed, in hindsight", false, one.getValue().fixedMs()))))
            .toList());
  }

  private PaperFigure race() {
    return new PaperFigure(
        "Race to idle",
        "Against all-fast on the built-in server, at a load of %.0f %%: above 100 %%, it is better to be fast and then idle"
            .formatted(100 * SlowToFastRuns.RACE_LOAD),
        List.of(
            Panel.of(
                "Power that no clock changes",
                "of a busy core's 10 W; idle 1 W",
                "of all-fast, %",
                raceCurves(SlowToFastRuns.FIXED, SlowToFastRuns.FIXED_WATTS)),
            Panel.of(
                "Power of idle cores",
                "W, of 10 W busy, of which %.0f W are fixed"
                    .formatted(SlowToFastRuns.FIXED_WITH_IDLE_WATTS),
                "of all-fast, %",
                raceCurves(SlowToFastRuns.IDLE, SlowToFastRuns.IDLE_WATTS))));
  }

  private List<Curve> raceCurves(String machine, List<Double> watts) {
    return Stream.of(SlowToFastRuns.ONE_CLOCK, SlowToFastRuns.SLOWEST, SlowToFastRuns.SLOW_TO_FAST)
        .map(policy ->
            new Curve(
                policy,
                false,
                watts.stream()
                    .flatMap(at ->
                        measured
                            .of(
                                machine,
                                policy,
                                machine,
                                SlowToFastRuns.RACE,
                                at,
                                (mine, fast) ->
                                    100 * mine.joulesPerRequest() / fast.joulesPerRequest())
                            .map(it -> new Point(at, it.mean(), it.low(), it.high()))
                            .stream())
                    .toList()))
        .filter(curve -> !curve.points().isEmpty())
        .toList();
  }
}
