package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Pictures of the gains and costs of hedging, against load and against the budget. */
final class ReplicaFigures {
  private static final double PERCENT = 100;

  private ReplicaFigures() {}

  /** Returns the pictures; none if they would have a single point. */
  static List<PaperFigure> of(List<Run> runs) {
    var figures = new ArrayList<PaperFigure>();
    List<Double> loads = runs.stream().map(Run::load).distinct().sorted().toList();
    if (loads.size() > 1 && runs.stream().anyMatch(run -> !run.against().isEmpty())) {
      figures.add(againstLoad(runs));
    }
    List<Double> budgets =
        runs.stream().flatMap(run -> Stream.ofNullable(budget(run))).distinct().toList();
    if (budgets.size() > 1) {
      figures.add(againstBudget(runs, loads));
    }
    return figures;
  }

  private static @Nullable Double budget(Run run) {
    return hedges(run).budget();
  }

  private static HedgeFigures hedges(Run run) {
    return requireNonNull(run.hedges(), run.policy());
  }

  private static PaperFigure againstLoad(List<Run> runs) {
    return BlockFigures.againstLoad(
        runs,
        ReplicaBench.BASELINE,
        "Where hedging helps and where it harms",
        "Left, the tail with hedging as a ratio to that without, on the same arrivals, with 95 %"
            + " intervals over paired blocks: above 1, hedging harms. Right, the copies that this"
            + " took",
        "load, % of all slots",
        "Copies sent",
        "copies per 100 requests",
        run ->
            BlockFigures.point(run, hedges(run).reissueFraction(), hedges(run).reissueTwoErrors()));
  }

  private static PaperFigure againstBudget(List<Run> runs, List<Double> loads) {
    List<Panel> panels =
        loads.stream()
            .map(load -> budgets(load, runs.stream().filter(run -> run.load() == load).toList()))
            .toList();
    return new PaperFigure(
        "Tail against budget",
        "What a greater budget buys, at each load; whiskers are 95 % intervals over blocks",
        panels);
  }

  private static Panel budgets(double load, List<Run> runs) {
    List<Double> budgets =
        runs.stream().flatMap(run -> Stream.ofNullable(budget(run))).distinct().sorted().toList();
    var curves = new ArrayList<Curve>();
    for (Run run : runs) {
      if (budget(run) == null) {
        // A policy without a budget is a horizontal line, for comparison.
        curves.add(
            new Curve(
                run.policy(), false, budgets.stream().map(budget -> level(budget, run)).toList()));
      }
    }
    for (String policy :
        runs.stream()
            .filter(run -> budget(run) != null)
            .map(ReplicaFigures::plain)
            .distinct()
            .toList()) {
      curves.add(
          new Curve(
              policy,
              false,
              runs.stream()
                  .filter(run -> budget(run) != null && plain(run).equals(policy))
                  .sorted((one, other) ->
                      Double.compare(requireNonNull(budget(one)), requireNonNull(budget(other))))
                  .map(run -> tail(requireNonNull(budget(run)), run))
                  .toList()));
    }
    return Panel.of(
        "At " + Numbers.percent(load) + " load",
        "budget, copies per 100 requests",
        BlockFigures.tailName(runs) + ", ms",
        curves);
  }

  /** Returns the name of a run's policy without the budget. */
  private static String plain(Run run) {
    int at = run.policy().indexOf('@');
    return at < 0 ? run.policy() : run.policy().substring(0, at);
  }

  private static Point level(double budget, Run run) {
    double ms = tailMs(run);
    return new Point(PERCENT * budget, ms, ms, ms);
  }

  private static Point tail(double budget, Run run) {
    double ms = tailMs(run);
    return run.carries(99)
        ? BlockFigures.point(
            PERCENT * budget,
            ms,
            run.latency().p99SpreadMs().getFirst(),
            run.latency().p99SpreadMs().getLast())
        : new Point(PERCENT * budget, ms, ms, ms);
  }

  private static double tailMs(Run run) {
    return run.carries(99) ? run.latency().p99Ms() : run.latency().p95Ms();
  }
}
