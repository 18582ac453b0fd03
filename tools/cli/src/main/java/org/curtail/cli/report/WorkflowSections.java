package org.curtail.cli.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.LiveWorkflow.Predicted;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.DotRows;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.WorkflowDrawing;
import org.jspecify.annotations.Nullable;

/** Requests through a graph of services: planned, and measured beside the simulation. */
final class WorkflowSections {
  private static final double WHOLE = 100;

  private WorkflowSections() {}

  /** True if requests ran through a graph of services. */
  static boolean isIn(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.workflow() != null);
  }

  /** Writes the tail of each policy beside the simulated one. */
  static void writeTails(Markup markup, Chapter chapter) {
    chapter.startSection(markup, "tails", "The tail from end to end, measured and simulated");
    markup.note(
        "The p99 as a ratio to that without copies: below 1 is faster. Whiskers are 95 % intervals over paired blocks. Simulated with the same servers and their queues, without noise and HTTP; time-outs are not simulated.");
    List<Double> loads =
        chapter.runs().loads().stream()
            .filter(load -> !tails(chapter.runs().at(load)).isEmpty())
            .toList();
    if (!loads.isEmpty()) {
      legend(markup, "simulated");
      markup.start("div", "class", "charts two");
      for (double load : loads) {
        List<DotRows.Row> rows = tails(chapter.runs().at(load));
        Figure.write(
            markup,
            new DotRows(
                "At %s load".formatted(Numbers.percent(load)),
                "The p99 of each policy relative to none; the table below has the numbers.",
                axis(rows, "p99 relative to none"),
                rows),
            Figure.HALF);
      }
      markup.end();
    }
    costs(markup, chapter);
    lostConnections(markup, chapter);
    markup.end();
  }

  private static void lostConnections(Markup markup, Chapter chapter) {
    String counts =
        chapter.results().runs().stream()
            .filter(run -> lostConnections(run) > 0)
            .map(run ->
                "%s %s at %s load"
                    .formatted(
                        run.policy(),
                        Numbers.count(lostConnections(run)),
                        Numbers.percent(run.load())))
            .collect(Collectors.joining("; "));
    if (!counts.isEmpty()) {
      markup.note(
          "Calls that were sent again because the end of a cancelled call closed their connection: %s."
              .formatted(counts));
    }
  }

  private static int lostConnections(Run run) {
    Integer lost = live(run).lostConnections();
    return lost == null ? 0 : lost;
  }

  private static void legend(Markup markup, String expected) {
    Legend.lines(
        markup,
        List.of(
            new LineChart.Series("measured", DotRows.MEASURED, List.of()),
            new LineChart.Series(expected, DotRows.EXPECTED, List.of())));
  }

  private static Axis axis(List<DotRows.Row> rows, String title) {
    double greatest =
        rows.stream()
            .mapToDouble(
                row -> Math.max(row.high(), Double.isNaN(row.expected()) ? 0 : row.expected()))
            .max()
            .orElse(1);
    return Axis.linear(0, Math.max(greatest, 1e-9), 5, title);
  }

  private static List<DotRows.Row> tails(List<Run> runs) {
    var rows = new ArrayList<DotRows.Row>();
    for (Run run : runs) {
      if (run.against().isEmpty() || !run.carries(99)) {
        continue;
      }
      Ratio tail = run.against().getLast().p99();
      Predicted predicted = live(run).underLoad();
      rows.add(
          new DotRows.Row(
              run.policy(),
              tail.value(),
              Math.min(tail.low(), tail.value()),
              Math.max(tail.high(), tail.value()),
              predicted == null ? Double.NaN : predicted.p99Ratio(),
              "%s: %s (%s to %s)%s"
                  .formatted(
                      run.policy(),
                      Numbers.ratio(tail.value()),
                      Numbers.ratio(tail.low()),
                      Numbers.ratio(tail.high()),
                      predicted == null
                          ? ""
                          : ", simulated " + Numbers.ratio(predicted.p99Ratio()))));
    }
    return rows;
  }

  private static LiveWorkflow live(Run run) {
    return requireNonNull(run.workflow(), run.policy());
  }

  private static void costs(Markup markup, Chapter chapter) {
    RunTable.open(
        markup,
        chapter,
        "Cost of copies, in % of the cost of first visits, with two standard errors, and the % of lost answers",
        RunTable.of(chapter)
            .show("p99", Unit.TEXT, run -> RunTable.ms(run, 99, run.latency().p99Ms()))
            .show("simulated", Unit.NUMBER, run -> of(live(run).underLoad(), Predicted::p99Ms))
            .show("without queues", Unit.NUMBER, run -> of(live(run).predicted(), Predicted::p99Ms))
            .show("budget", Unit.PLAIN, run -> of(live(run).budget(), budget -> WHOLE * budget))
            .absent("none")
            .show("copies cost", Unit.TEXT, run -> cost(live(run)))
            .show(
                "simulated",
                Unit.TEXT,
                run -> of(live(run).underLoad(), it -> Numbers.hundredths(WHOLE * it.budgetUsed())))
            .show("answers lost", Unit.TEXT, run -> lost(live(run).loss()))
            .show("simulated", Unit.TEXT, run -> of(live(run).underLoad(), it -> lost(it.loss()))));
  }

  private static <T, F> @Nullable F of(@Nullable T known, Function<T, F> figure) {
    return known == null ? null : figure.apply(known);
  }

  private static String cost(LiveWorkflow live) {
    return "%s ± %s%s"
        .formatted(
            Numbers.hundredths(WHOLE * live.budgetUsed()),
            Numbers.hundredths(WHOLE * live.budgetTwoErrors()),
            live.exceedsBudget() ? " (above the budget)" : "");
  }

  private static String lost(double share) {
    return share == 0 ? "0" : Numbers.significant(WHOLE * share);
  }

  /** Writes the copies of each stage beside its plan. */
  static void writeStages(Markup markup, Chapter chapter) {
    List<Run> runs =
        chapter.results().runs().stream()
            .filter(run -> live(run).stages().stream().anyMatch(stage -> stage.copies() > 0))
            .toList();
    if (runs.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "stages", "Copies of each stage, sent and planned");
    markup.note(
        "Calls sent again, per 100 calls of the stage. Each stage has its own budget, so copies do not exceed the plan. They are fewer if the budget is spent or all servers of the stage are slow.");
    legend(markup, "planned");
    markup.start("div", "class", "charts two");
    for (Run run : runs) {
      List<DotRows.Row> rows = live(run).stages().stream().map(WorkflowSections::row).toList();
      Figure.write(
          markup,
          new DotRows(
              "%s at %s load".formatted(run.policy(), Numbers.percent(run.load())),
              "Copies of each stage, sent and planned; the table below has the numbers.",
              axis(rows, "copies per 100 calls"),
              rows),
          Figure.HALF);
    }
    markup.end();
    runs.forEach(run -> table(markup, run));
    markup.end();
  }

  private static DotRows.Row row(LiveStage stage) {
    double share = WHOLE * stage.share();
    double errors = WHOLE * stage.shareTwoErrors();
    Double planned = stage.planned();
    return new DotRows.Row(
        stage.name(),
        share,
        Math.max(0, share - errors),
        share + errors,
        planned == null ? Double.NaN : WHOLE * planned,
        "%s: %s%s"
            .formatted(
                stage.name(),
                Numbers.hundredths(share),
                planned == null ? "" : ", planned " + Numbers.hundredths(WHOLE * planned)));
  }

  private static void table(Markup markup, Run run) {
    Chapter.folded(
        markup,
        "%s at %s load as numbers".formatted(run.policy(), Numbers.percent(run.load())),
        "Copies per 100 calls with two standard errors, and the % of responders not waited for",
        LiveStage.table(live(run).stages()));
  }

  /** True if the chapter has a workflow. */
  static boolean isPlanned(Chapter chapter) {
    return chapter.results().workflow() != null;
  }

  /** Writes the graph of services and the plan for each. */
  static void writePlanned(Markup markup, Chapter chapter) {
    DrawnWorkflow workflow = chapter.results().workflow();
    if (workflow == null) {
      return;
    }
    chapter.startSection(markup, "stages-drawn", "The stages of " + workflow.name());
    WorkflowDrawing drawing = WorkflowDrawing.of(workflow, WorkflowDrawing.PAGE);
    markup.note(
        "An arrow points from a stage to the stages that wait for it. A stage calls the stages inside its box. In each box "
            + drawing.key()
            + ".");
    drawing.writeScrolling(markup, "The stages as a drawing");
    markup.end();
  }
}
