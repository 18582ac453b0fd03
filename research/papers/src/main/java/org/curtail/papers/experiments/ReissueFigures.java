package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.ReissueSweeps.NONE;
import static org.curtail.papers.experiments.ReissueSweeps.SINGLE_D;
import static org.curtail.papers.experiments.ReissueSweeps.SINGLE_R;
import static org.curtail.papers.experiments.ReissueSweeps.at;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;

/** The talk's diagrams, and diagrams of reissue and its opponents. */
final class ReissueFigures {
  private static final String BUDGET = "reissue rate allowed, %";
  private static final String LOAD = "load of first copies, %";
  private static final String P99 = "p99 latency, ms";

  /**
   * Multiple of the p99 without reissue at the least load above which curves leave the diagrams.
   */
  private static final double TOP = 12;

  private final ReplicaMeasurements measured;
  private final ReplicaMeasurements compared;

  private ReissueFigures(ReplicaMeasurements measured, ReplicaMeasurements compared) {
    this.measured = measured;
    this.compared = compared;
  }

  /** Returns the figures over budgets, and those of the comparison. */
  static List<PaperFigure> of(ReplicaMeasurements measured, ReplicaMeasurements compared) {
    var figures = new ReissueFigures(measured, compared);
    return List.of(
        figures.rates(),
        figures.tooMany(),
        figures.systems(),
        figures.loads(),
        figures.balancing(),
        figures.hedging(),
        figures.costs());
  }

  private PaperFigure rates() {
    return new PaperFigure(
        "Latency against reissue rate",
        "SingleR against SingleD: without queues, independent and correlated, and with queues at %.0f %% load"
            .formatted(100 * ReissueSweeps.PAPER_LOAD),
        Stream.of(
                "independent",
                "correlated",
                ReissueWorkloads.named("queueing", ReissueSweeps.PAPER_LOAD))
            .map(scenario -> overBudgets(scenario, ReissueSweeps.BUDGETS))
            .toList());
  }

  private PaperFigure tooMany() {
    String scenario = ReissueWorkloads.named("queueing", ReissueSweeps.HIGH_LOAD);
    List<Double> budgets = ReissueSweeps.LARGE_BUDGETS;
    List<String> policies =
        List.of(ReissueSweeps.PLANNED_ONCE, ReissueSweeps.WITH_BUCKET, SINGLE_R);
    List<Curve> latencies =
        Stream.concat(
                Stream.of(constant(scenario, budgets)),
                policies.stream()
                    .map(policy ->
                        budgetCurve(scenario, policy, budgets, ReplicaRunFigures::p99Millis)))
            .filter(curve -> !curve.points().isEmpty())
            .toList();
    return new PaperFigure(
        "Too much reissue",
        "At %.0f %% load, up to rates at which copies do harm: a token bucket limits it, the iteration under load refuses"
            .formatted(100 * ReissueSweeps.HIGH_LOAD),
        List.of(
            Panel.of("99th percentile latency", BUDGET, P99, latencies).upTo(top(latencies)),
            Panel.of(
                "Copies that were sent",
                BUDGET,
                "of the requests, %",
                policies.stream()
                    .map(policy ->
                        budgetCurve(scenario, policy, budgets, run -> 100 * run.reissueFraction()))
                    .filter(curve -> !curve.points().isEmpty())
                    .toList())));
  }

  private PaperFigure systems() {
    return new PaperFigure(
        "Lucene and Redis",
        "SingleR against SingleD on the demands of the paper's systems",
        ReissueSweeps.SYSTEM_LOADS.stream()
            .flatMap(load ->
                Stream.of("Lucene", "Redis").map(name -> ReissueWorkloads.named(name, load)))
            .map(scenario -> overBudgets(scenario, ReissueSweeps.FEW_BUDGETS))
            .toList());
  }

  private Panel overBudgets(String scenario, List<Double> budgets) {
    return Panel.of(
        scenario,
        BUDGET,
        P99,
        List.of(
            constant(scenario, budgets),
            budgetCurve(scenario, SINGLE_D, budgets, ReplicaRunFigures::p99Millis),
            budgetCurve(scenario, SINGLE_R, budgets, ReplicaRunFigures::p99Millis)));
  }

  /** Returns the line without reissue, equal at all budgets. */
  private Curve constant(String scenario, List<Double> budgets) {
    return new Curve(
        NONE,
        false,
        budgets.stream()
            .flatMap(budget ->
                measured.point(budget, scenario, NONE, ReplicaRunFigures::p99Millis).stream())
            .toList());
  }

  private Curve budgetCurve(
      String scenario,
      String policy,
      List<Double> budgets,
      ToDoubleFunction<ReplicaRunFigures> number) {
    return new Curve(
        policy,
        false,
        budgets.stream()
            .flatMap(
                budget -> measured.point(budget, scenario, at(policy, budget), number).stream())
            .toList());
  }

  private PaperFigure loads() {
    String d = at(SINGLE_D, ReissueSweeps.BUDGET);
    String r = at(SINGLE_R, ReissueSweeps.BUDGET);
    return new PaperFigure(
        "Latency against load",
        "Correlated, with queues, and %.0f %% of the requests sent again"
            .formatted(ReissueSweeps.BUDGET),
        List.of(
            Panel.of(
                "99th percentile latency",
                LOAD,
                P99,
                Stream.of(NONE, d, r)
                    .map(policy ->
                        overLoads(measured, "queueing", policy, ReplicaRunFigures::p99Millis))
                    .toList()),
            Panel.of(
                "Copies that were sent",
                LOAD,
                "of the requests, %",
                Stream.of(d, r)
                    .map(policy ->
                        overLoads(measured, "queueing", policy, run -> 100 * run.reissueFraction()))
                    .toList())));
  }

  private PaperFigure balancing() {
    return new PaperFigure(
        "Load balancing",
        "Without reissue: which replica a request is sent to",
        panels(
            List.of(
                NONE,
                "round-robin",
                "two-choices",
                "c3",
                "prequal",
                ReissueSweeps.BALANCED,
                ReissueSweeps.LAEDGE)));
  }

  private PaperFigure hedging() {
    return new PaperFigure(
        "Hedging",
        "On replicas chosen at random, and on the shortest queue; SingleR sends %.0f %% again"
            .formatted(ReissueSweeps.BUDGET),
        panels(
            List.of(
                NONE,
                SINGLE_R,
                ReissueSweeps.HEDGE_P95,
                ReissueSweeps.TIED,
                ReissueSweeps.BALANCED,
                ReissueSweeps.BALANCED_SINGLE_R,
                ReissueSweeps.LAEDGE)));
  }

  private List<Panel> panels(List<String> policies) {
    return ReissueClaims.SERVICES.stream()
        .map(service -> {
          List<Curve> curves =
              policies.stream()
                  .map(policy -> overLoads(compared, service, policy, ReplicaRunFigures::p99Millis))
                  .filter(curve -> !curve.points().isEmpty())
                  .toList();
          return Panel.of(service, LOAD, P99, curves).upTo(top(curves));
        })
        .toList();
  }

  private static double top(List<Curve> curves) {
    return TOP
        * curves.stream().mapToDouble(curve -> curve.points().getFirst().y()).min().orElseThrow();
  }

  private PaperFigure costs() {
    List<String> policies =
        List.of(
            SINGLE_R,
            ReissueSweeps.HEDGE_P95,
            ReissueSweeps.TIED,
            ReissueSweeps.BALANCED_SINGLE_R,
            ReissueSweeps.LAEDGE);
    return new PaperFigure(
        "What copies cost",
        "Share of what servers computed that went into copies that did not answer first",
        ReissueClaims.SERVICES.stream()
            .map(service ->
                Panel.of(
                    service,
                    LOAD,
                    "wasted, %",
                    policies.stream()
                        .map(policy ->
                            overLoads(compared, service, policy, run -> 100 * run.wastedShare()))
                        .toList()))
            .toList());
  }

  private static Curve overLoads(
      ReplicaMeasurements from,
      String service,
      String policy,
      ToDoubleFunction<ReplicaRunFigures> number) {
    List<Point> points =
        ReissueSweeps.LOADS.stream()
            .flatMap(load ->
                from
                    .point(100 * load, ReissueWorkloads.named(service, load), policy, number)
                    .stream())
            .toList();
    return new Curve(policy, false, points);
  }
}
