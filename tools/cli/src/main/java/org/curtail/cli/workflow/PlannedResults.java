package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.text.Numbers;

/** A plan for a workflow as results, for the report. */
final class PlannedResults {
  private PlannedResults() {}

  /**
   * The results.
   *
   * @param command command that makes these results again
   * @param notes warnings, in sentences
   */
  static Results of(Planned planned, String command, List<String> notes) {
    return new Results(
            "workflow",
            planned.method().options().seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            settings(planned),
            verdict(planned, notes))
        .with()
        .figures(figures(planned))
        .tables(
            List.of(
                NumberTable.of(
                    "Stages",
                    StageTable.NOTE,
                    StageTable.of(
                        planned.shown(), planned.plan(), planned.tails(), planned.tried().with())),
                TriedResults.outcomes(PlannedOutput.rows(planned))))
        .workflow(
            Drawings.of(planned.shown(), planned.plan(), planned.tried().with(), planned.tails()))
        .results();
  }

  private static Map<String, Object> settings(Planned planned) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("workflow", WorkflowText.line(planned.shown().workflow()));
    settings.put("percentile", planned.goal().percentile());
    settings.put("budget", planned.goal().budget());
    settings.put("loss allowed", planned.goal().loss());
    settings.put("split", planned.method().split().words);
    settings.put("simulated requests", planned.method().options().requests());
    return settings;
  }

  private static Verdict verdict(Planned planned, List<String> notes) {
    var details = new ArrayList<String>();
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      details.add(
          "Held out: %s. On the times of planning, it falls by %s."
              .formatted(heldOut.how(), Numbers.percent(planned.tried().reduction())));
    }
    notes.forEach(note -> details.add(sentence(note)));
    return new Verdict(PlannedOutput.headline(planned), details);
  }

  private static String sentence(String note) {
    return note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".";
  }

  /** All figures. */
  private static List<PaperFigure> figures(Planned planned) {
    double[] shares = Drawings.budgetShares(planned.shown().workflow(), planned.plan());
    return List.of(
        latency(planned),
        budgets(planned),
        FigurePanels.curves(shares, planned.curves().curves()::get, planned.plan()));
  }

  private static PaperFigure latency(Planned planned) {
    var panels = new ArrayList<Panel>();
    List<FigurePanels.Line> lines = TriedResults.lines(planned.tried());
    panels.add(FigurePanels.answered("On the times of planning", lines));
    panels.add(FigurePanels.waiting("The slowest tenth of them", lines));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      List<FigurePanels.Line> unseen = TriedResults.lines(heldOut.tried());
      panels.add(FigurePanels.answered("On held-out times", unseen));
      panels.add(FigurePanels.waiting("The slowest tenth of them, held out", unseen));
    }
    return TriedResults.latency(panels);
  }

  private static PaperFigure budgets(Planned planned) {
    double without = planned.tried().withoutMillis();
    var curves = new ArrayList<Curve>();
    for (Split split : Split.values()) {
      List<Point> points =
          planned.budgets().stream()
              .filter(other -> other.split() == split)
              .sorted(Comparator.comparingDouble(BudgetPoint::budget))
              .map(other -> TriedResults.gain(other.budget(), without, other.tailMillis()))
              .toList();
      if (!points.isEmpty()) {
        curves.add(new Curve(split.words, false, points));
      }
    }
    return TriedResults.gain(
        planned.goal().percentile(),
        "for a cost of copies, by the way in which the budget is split over the stages",
        curves);
  }
}
