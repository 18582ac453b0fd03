package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** How many requests missed the target, by load: what tail-control minimises (PPoPP'16). */
final class LateSection {
  private LateSection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().stream().allMatch(run -> run.lateShare() == null)) {
      return;
    }
    chapter.startSection(markup, "late", "Late requests");
    markup.element(
        "p",
        "Share of requests with a latency above the target that stands below under “Run it again”."
            + " The least possible share is what even somebody who knows the future must let be"
            + " late.",
        "class",
        "note");
    LineChart chart =
        LoadChart.amount(
            chapter,
            "Late requests against load",
            "late requests, %",
            0,
            run -> percent(run.lateShare()));
    boolean named = LineChart.namesLines(Figure.HALF, chart.series().size());
    markup.start("div", "class", named ? "narrow" : "always");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    markup.end();
    markup.start("div", "class", "charts two");
    Figure.write(markup, chart, Figure.HALF);
    markup.end();
    RunTable.folded(
        markup,
        chapter,
        "Late requests as numbers",
        "Late requests by load and policy",
        List.of(),
        RunTable.of(chapter)
            .show("late", Unit.HUNDREDTHS, Run::lateShare)
            .show("least possible", Unit.HUNDREDTHS, Run::leastLateShare));
    markup.end();
  }

  private static double percent(@Nullable Double share) {
    return share == null ? 0 : 100 * share;
  }
}
