package org.curtail.cli.report;

import java.util.stream.Stream;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

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
    Chapter.startTable(
        markup,
        "What was put in, and how well it was told",
        "put in",
        "should be named",
        "requests",
        "slow",
        "named rightly",
        "at least (95 %)",
        "second cause too",
        "false alarms",
        "true ms",
        "error of the time");
    for (Injected.Kind kind : injected.kinds()) {
      markup.start("tr");
      markup.element("th", kind.name(), "scope", "row");
      markup.element("td", kind.cause(), "class", "words");
      markup.element("td", Numbers.count(kind.affected()));
      markup.element("td", Numbers.count(kind.slow()));
      markup.element("td", share(kind.right(), kind.slow()));
      markup.element("td", percent(kind.rightLow()));
      markup.element("td", Numbers.count(kind.secondRight()));
      markup.element("td", share(kind.falseAlarms(), injected.untouched()));
      markup.element("td", kind.truthMs() == null ? "–" : Numbers.measured(kind.truthMs()));
      markup.element("td", percent(kind.timeError()));
      markup.end();
    }
    Chapter.endTable(markup);
    for (Injected.Kind kind : injected.kinds()) {
      kind.weakInWords().ifPresent(words -> markup.element("p", words + ".", "class", "note"));
    }
  }

  private static void matrix(Markup markup, Injected injected) {
    Chapter.startTable(
        markup,
        "Slow requests by what was put in (rows) and what was named (columns)",
        Stream.of(Stream.of("put in"), injected.causes().stream(), Stream.of("not slow"))
            .flatMap(cells -> cells)
            .toArray(String[]::new));
    for (Injected.Row row : injected.matrix()) {
      markup.start("tr");
      markup.element("th", row.name(), "scope", "row");
      row.named().forEach(count -> markup.element("td", Numbers.count(count)));
      markup.element("td", Numbers.count(row.unnamed()));
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static String share(int part, int all) {
    return all == 0 ? "–" : Numbers.percent((double) part / all);
  }

  private static String percent(@Nullable Double share) {
    return share == null ? "–" : Numbers.percent(share);
  }
}
