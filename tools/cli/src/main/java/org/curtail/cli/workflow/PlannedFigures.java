package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;

/** What a plan brings, as lines for the report. */
final class PlannedFigures {
  private PlannedFigures() {}

  /** All of them. */
  static List<PaperFigure> of(Planned planned) {
    double[] shares = Drawings.budgetShares(planned.shown().workflow(), planned.plan());
    return List.of(
        latency(planned),
        budgets(planned),
        CurvePanels.of(shares, planned.curves().curves()::get, planned.plan()));
  }

  private static PaperFigure latency(Planned planned) {
    var panels = new ArrayList<Panel>();
    List<LatencyPanels.Line> lines = TriedFigures.lines(planned.tried());
    panels.add(LatencyPanels.answered("On the times that the plan was made of", lines));
    panels.add(LatencyPanels.waiting("The slowest tenth of them", lines));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      List<LatencyPanels.Line> unseen = TriedFigures.lines(heldOut.tried());
      panels.add(LatencyPanels.answered("On times that it had not seen", unseen));
      panels.add(LatencyPanels.waiting("The slowest tenth of them, not seen", unseen));
    }
    return TriedFigures.latency(panels);
  }

  private static PaperFigure budgets(Planned planned) {
    double without = planned.tried().withoutMillis();
    var curves = new ArrayList<Curve>();
    for (Split split : Split.values()) {
      List<Point> points =
          planned.budgets().stream()
              .filter(other -> other.split() == split)
              .sorted(Comparator.comparingDouble(BudgetPoint::budget))
              .map(other -> TriedFigures.gain(other.budget(), without, other.tailMillis()))
              .toList();
      if (!points.isEmpty()) {
        curves.add(new Curve(split.words, false, points));
      }
    }
    return TriedFigures.gain(
        planned.goal().percentile(),
        "if copies may cost so much, by the way in which the budget is split over the stages",
        curves);
  }
}
