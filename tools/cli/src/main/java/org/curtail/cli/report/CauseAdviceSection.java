package org.curtail.cli.report;

import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.text.Numbers;
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
        "By the share of a cause in what the slowest requests take longer than others. The gain is the p99 now over the p99 then: simulated, planned from the latencies seen, or, where neither can be, with the cause gone altogether, which is the most there is.",
        "class",
        "note");
    Chapter.startTable(markup, "Advice by cause", "cause", "share", "gain", "what to do", "why");
    for (Advised advised : diagnosed.advice()) {
      Double gain = advised.gain();
      markup.start("tr");
      markup.element("th", advised.cause(), "scope", "row");
      markup.element("td", Numbers.percent(advised.share()));
      markup.element("td", gain == null ? "–" : Numbers.ratio(gain));
      markup.element("td", advised.what(), "class", "words");
      markup.element("td", advised.how(), "class", "words");
      markup.end();
    }
    Chapter.endTable(markup);
    markup.end();
  }
}
