package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan for a workflow, as a result that looks like a real one. The numbers are made up. */
public final class SampleWorkflow {
  private SampleWorkflow() {}

  /**
   * A plan for a workflow of five stages, one of them within another, as {@code workflow} writes
   * it.
   */
  public static Results results() {
    var stages = new ArrayList<DrawnStage>();
    stages.add(
        stage("login & <b>", List.of(), null, 1, 0.02, new DrawnStage.Planned(0, 0, 0, 0, 9, 0)));
    stages.add(
        stage(
            "search",
            List.of("login & <b>"),
            null,
            100,
            0.55,
            new DrawnStage.Planned(12, 0.4, 0.04, 0.7, 31, 0.001)));
    stages.add(
        stage(
            "index", List.of(), "search", 1, 0.2, new DrawnStage.Planned(30, 1, 0.03, 0.2, 40, 0)));
    stages.add(
        stage(
            "ads",
            List.of("login & <b>"),
            null,
            1,
            0.1,
            new DrawnStage.Planned(5, 1, 0.1, 0.1, 20, 0)));
    stages.add(
        stage(
            "page",
            List.of("search", "ads"),
            null,
            1,
            0,
            new DrawnStage.Planned(0, 0, 0, 0, 9, 0)));
    var points =
        List.of(
            new PaperFigure.Point(1, 0, 0, 0),
            new PaperFigure.Point(20, 50, 50, 50),
            new PaperFigure.Point(210, 99.9, 99.9, 99.9));
    var panel =
        PaperFigure.Panel.of(
            "On the times that the plan was made of",
            "latency, ms",
            "requests answered, %",
            List.of(
                new PaperFigure.Curve("without", false, points),
                new PaperFigure.Curve("with the plan", false, points)));
    return new Results(
            "workflow",
            1,
            2,
            "./curtail workflow plan workflow.json --budget 0.05 --results results.json",
            Map.of("budget", 0.05),
            new Verdict(
                "p99 falls by 43 %, from 210 ms to 120 ms.",
                List.of("No stage has times of copies.")))
        .with()
        .figures(
            List.of(
                new PaperFigure(
                    "Latency before and after", "Share of the requests", List.of(panel))))
        .tables(
            List.of(
                new NumberTable(
                    "Stages",
                    "",
                    "stage",
                    List.of("cost"),
                    List.of(new NumberTable.Line("search", List.of(100.0))))))
        .workflow(new DrawnWorkflow("page", 99, stages))
        .results();
  }

  private static DrawnStage stage(
      String name,
      List<String> after,
      @Nullable String within,
      int servers,
      double blame,
      DrawnStage.Planned planned) {
    return new DrawnStage(name, after, within, 2.5, servers, servers, 8, 60, 0.5, blame, planned);
  }
}
