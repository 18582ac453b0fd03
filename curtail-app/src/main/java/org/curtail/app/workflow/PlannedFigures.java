package org.curtail.app.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.measurement.results.PaperFigure;
import org.curtail.measurement.results.PaperFigure.Curve;
import org.curtail.measurement.results.PaperFigure.Panel;
import org.curtail.measurement.results.PaperFigure.Point;
import org.curtail.measurement.text.Numbers;
import org.curtail.workflow.StageCurve;
import org.curtail.workflow.WorkflowResult;

/** What a plan brings, as lines for the report. */
final class PlannedFigures {
  /** More diagrams than that nobody looks at. */
  private static final int MOST_STAGES = 12;

  private static final int CURVE_POINTS = 16;

  /** Where the latency is looked up; close together where it matters. */
  private static final List<Double> PERCENTILES =
      List.of(
          0.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 92.5, 95.0, 96.0,
          97.0, 98.0, 98.5, 99.0, 99.3, 99.6, 99.8, 99.9);

  private PlannedFigures() {}

  /** All of them. */
  static List<PaperFigure> of(Planned planned) {
    return List.of(latency(planned), budgets(planned), stages(planned));
  }

  private static PaperFigure latency(Planned planned) {
    var panels = new ArrayList<Panel>();
    panels.add(latency("On the times that the plan was made of", planned.tried()));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      panels.add(latency("On times that it had not seen", heldOut.tried()));
    }
    return new PaperFigure(
        "Latency before and after",
        "Share of the requests that have their answer by a time, up to 99.9 %",
        panels);
  }

  private static Panel latency(String title, Tried tried) {
    return Panel.of(
        title,
        "latency from end to end, ms",
        "requests answered, %",
        List.of(cdf("without", tried.without()), cdf("with the plan", tried.with())));
  }

  private static Curve cdf(String name, WorkflowResult result) {
    return new Curve(
        name,
        false,
        PERCENTILES.stream()
            .map(percentile -> point(result.percentileMillis(percentile), percentile))
            .toList());
  }

  private static PaperFigure budgets(Planned planned) {
    double without = planned.tried().withoutMillis();
    var curves = new ArrayList<Curve>();
    for (Split split : Split.values()) {
      List<Point> points =
          planned.budgets().stream()
              .filter(other -> other.split() == split)
              .sorted(Comparator.comparingDouble(BudgetPoint::budget))
              .map(other ->
                  point(
                      100 * other.budget(),
                      without == 0 ? 0 : 100 * (1 - other.tailMillis() / without)))
              .toList();
      if (!points.isEmpty()) {
        curves.add(new Curve(split.words, false, points));
      }
    }
    String tail = Numbers.percentile(planned.goal().percentile());
    return new PaperFigure(
        "Gain against budget",
        "By how much the %s falls if copies may cost so much, by the way in which the budget is split over the stages"
            .formatted(tail),
        List.of(
            Panel.of(
                tail + " against the budget",
                "what copies may cost, % of what requests cost",
                "less " + tail + ", %",
                curves)));
  }

  private static PaperFigure stages(Planned planned) {
    double[] shares = Drawings.budgetShares(planned.shown().workflow(), planned.plan());
    List<Panel> panels =
        IntStream.range(0, shares.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -shares[i]))
            .limit(MOST_STAGES)
            .map(i -> stage(planned, i))
            .toList();
    return new PaperFigure(
        "What copies bring in each stage",
        "Standard deviation of a stage's latency by the share of its calls that are sent again; the limit is the convex hull, which only a mixture of delays reaches%s"
            .formatted(
                shares.length > MOST_STAGES
                    ? ", for the %d stages that get most of the budget".formatted(MOST_STAGES)
                    : ""),
        panels);
  }

  private static Panel stage(Planned planned, int index) {
    StageCurve curve = planned.curves().curves().get(index);
    double chosen = planned.plan().stages().get(index).reissueFraction();
    double most = Math.min(1, Math.max(0.1, 2.5 * chosen));
    var hull = new ArrayList<Point>();
    var withProbability = new ArrayList<Point>();
    var timeOut = new ArrayList<Point>();
    for (int i = 0; i <= CURVE_POINTS; i++) {
      double fraction = most * i / CURVE_POINTS;
      hull.add(point(100 * fraction, Math.sqrt(curve.hull().at(fraction))));
      withProbability.add(
          point(100 * fraction, curve.leastVariance(fraction).deviationMillis()));
      timeOut.add(point(100 * fraction, curve.timeOut(fraction).deviationMillis()));
    }
    double reached =
        curve.at(planned.plan().stages().get(index).policy()).deviationMillis();
    return Panel.of(
        curve.stage(),
        "copies, % of the calls",
        "standard deviation, ms",
        List.of(
            new Curve("time-out", false, timeOut),
            new Curve("with a probability", false, withProbability),
            new Curve("limit", false, hull),
            new Curve("the plan", false, List.of(point(100 * chosen, reached)))));
  }

  private static Point point(double x, double y) {
    return new Point(x, y, y, y);
  }
}
