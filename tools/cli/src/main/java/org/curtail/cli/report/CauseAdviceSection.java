package org.curtail.cli.report;

import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;

/** What to do about each cause, and what it would bring. */
final class CauseAdviceSection {
  private CauseAdviceSection() {}

  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.advice().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "advice", "What to do");
    markup.element(
        "p",
        "By the share of a cause in what the slowest requests take longer than others. The gain is"
            + " the p99 now over the p99 then: simulated, planned from the latencies seen, or,"
            + " where neither can be, with the cause gone altogether, which is the most there is.",
        "class",
        "note");
    Chapter.table(
        markup,
        "Advice by cause",
        Table.of(diagnosed.advice())
            .show("cause", Unit.NAME, Advised::cause)
            .show("share", Unit.PERCENT, Advised::share)
            .show("gain", Unit.RATIO, Advised::gain)
            .show("what to do", Unit.WORDS, Advised::what)
            .show("why", Unit.WORDS, Advised::how));
    markup.end();
  }
}
