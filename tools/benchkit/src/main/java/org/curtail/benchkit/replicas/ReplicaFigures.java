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
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Pictures of what hedging gains and costs, against load and against the budget. */
final class ReplicaFigures {
  private static final double PERCENT = 100;

  /** What harms more need not be told apart: it would flatten what helps. */
  private static final double GREATEST_RATIO = 3;

  private ReplicaFigures() {}

  /** Those for which there is more than one place to draw. */
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
    List<String> policies = runs.stream().map(Run::policy).distinct().toList();
    var ratios = new ArrayList<Curve>();
    var sent = new ArrayList<Curve>();
    for (String policy : policies) {
      List<Run> own = byLoad(runs, policy);
      ratios.add(
          new Curve(policy, false, own.stream().flatMap(run -> ratio(run).stream()).toList()));
      if (!policy.equals(ReplicaBench.BASELINE)) {
        sent.add(new Curve(policy, false, own.stream().map(ReplicaFigures::sent).toList()));
      }
    }
    ratios.removeIf(curve -> curve.points().isEmpty());
    return new PaperFigure(
        "Where hedging helps and where it harms",
        "Left, the tail with hedging as a ratio to that without, on the same arrivals, with 95 %"
            + " intervals over paired blocks: above 1, hedging harms. Right, the copies that this"
            + " took",
        List.of(
            Panel.of(tailName(runs) + " relative to none", "load, % of all slots", "ratio", ratios)
                .upTo(GREATEST_RATIO),
            Panel.of("Copies sent", "load, % of all slots", "copies per 100 requests", sent)));
  }

  /** The tail that all runs carry. */
  private static boolean carriesP99(List<Run> runs) {
    return runs.stream().allMatch(run -> run.carries(99));
  }

  private static String tailName(List<Run> runs) {
    return carriesP99(runs) ? "p99" : "p95";
  }

  private static List<Point> ratio(Run run) {
    if (run.policy().equals(ReplicaBench.BASELINE)) {
      return List.of(new Point(PERCENT * run.load(), 1, 1, 1));
    }
    if (run.against().isEmpty()) {
      return List.of();
    }
    Ratio tail = run.carries(99) ? run.against().getLast().p99() : run.against().getLast().p95();
    return List.of(point(PERCENT * run.load(), tail.value(), tail.low(), tail.high()));
  }

  private static Point sent(Run run) {
    HedgeFigures hedges = hedges(run);
    double sent = PERCENT * hedges.reissueFraction();
    double errors = PERCENT * hedges.reissueTwoErrors();
    return point(PERCENT * run.load(), sent, Math.max(0, sent - errors), sent + errors);
  }

  private static Point point(double x, double y, double low, double high) {
    // Resampled ends may lie on one side of the figure itself.
    return new Point(x, y, Math.min(low, y), Math.max(high, y));
  }

  private static List<Run> byLoad(List<Run> runs, String policy) {
    return runs.stream()
        .filter(run -> run.policy().equals(policy))
        .sorted((one, other) -> Double.compare(one.load(), other.load()))
        .toList();
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
        // It keeps no budget: a level line to compare with.
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
        tailName(runs) + ", ms",
        curves);
  }

  /** The name of its policy without the budget. */
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
        ? point(
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
