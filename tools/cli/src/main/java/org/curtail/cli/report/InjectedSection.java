package org.curtail.cli.report;

import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** How well known causes that were put into requests were told. */
final class InjectedSection {
  private InjectedSection() {}

  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    Injected injected = diagnosed == null ? null : diagnosed.injected();
    if (injected == null) {
      return;
    }
    chapter.startSection(markup, "injected", "Known causes, and what was named");
    markup.element(
        "p",
        "A known cause was put into some requests. A request is slow from %s on, the latency of the slowest twentieth of the %s requests that were not touched."
            .formatted(Numbers.time(injected.slowFromMs()), Numbers.count(injected.untouched())),
        "class",
        "note");
    kinds(markup, injected);
    matrix(markup, injected);
    markup.end();
  }

  private static void kinds(Markup markup, Injected injected) {
    Chapter.table(markup, "What was put in, and how well it was told", injected.kindsTable());
    for (Injected.Kind kind : injected.kinds()) {
      kind.weakInWords().ifPresent(words -> markup.element("p", words + ".", "class", "note"));
    }
  }

  private static void matrix(Markup markup, Injected injected) {
    Chapter.table(
        markup,
        "Slow requests by what was put in (rows) and what was named (columns)",
        injected.matrixTable());
  }
}
