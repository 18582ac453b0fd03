package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;

/** What the speed costs: threads and CPU time, Figure 9(c) of the Few-to-Many paper. */
final class ThreadsSection {
  private ThreadsSection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "threads", "Threads and CPU");
    markup.element(
        "p",
        "CPU per request tells what parallelism costs: work that two threads do instead of one is"
            + " never quite free.",
        "class",
        "note");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    markup.start("div", "class", "charts three");
    Figure.write(
        markup, LoadChart.amount(chapter, "Threads in use", "mean threads", 0, Run::meanThreads));
    Figure.write(
        markup,
        LoadChart.amount(
            chapter,
            "Utilisation of the cores",
            "utilisation, %",
            0,
            run -> run.utilisation() * 100));
    Figure.write(
        markup,
        LoadChart.amount(chapter, "CPU time per request", "CPU per request, ms", 0, Run::cpu));
    markup.end();
    RunTable.folded(
        markup,
        chapter,
        "Threads and CPU as numbers",
        "Threads and CPU by load and policy",
        List.of(),
        RunTable.of(chapter)
            .show("mean threads", Unit.DECIMAL, Run::meanThreads)
            .show("utilisation", Unit.PERCENT, Run::utilisation)
            .show("CPU ms per request", Unit.NUMBER, Run::cpu));
    markup.end();
  }
}
