package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Signal;
import org.curtail.benchkit.results.Observing;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** What could be read of requests and of the machine, and what reading it cost. */
final class ObservingSection {
  private ObservingSection() {}

  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.signals().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "observing", "How it was observed");
    Chapter.startTable(markup, "Signals", "signal", "available", "where from, or why not");
    for (Signal signal : diagnosed.signals()) {
      markup.start("tr");
      markup.element("th", signal.name(), "scope", "row");
      markup.element("td", signal.available() ? "yes" : "no");
      markup.element("td", signal.reason(), "class", "words");
      markup.end();
    }
    Chapter.endTable(markup);
    Observing observing = diagnosed.observing();
    if (observing != null) {
      looks(markup, observing.observer());
      checks(markup, observing.checks());
      faults(markup, observing.faults());
      cost(markup, observing.cost());
    }
    markup.end();
  }

  private static void looks(Markup markup, Observing.@Nullable Looks looks) {
    if (looks == null) {
      return;
    }
    Double passRate = looks.passRate();
    Double cpuShare = looks.cpuShare();
    Double asked = looks.askedPerSecond();
    Chapter.startTable(
        markup,
        "The thread that looks at others",
        "asked for, per second",
        "chosen",
        "seen",
        "a look takes",
        "share of a core",
        "intervals that can be trusted",
        "gaps");
    markup.start("tr");
    markup.element("td", asked == null ? "–" : Numbers.significant(asked));
    markup.element("td", Numbers.significant(looks.chosenPerSecond()));
    markup.element("td", Numbers.significant(looks.seenPerSecond()));
    markup.element("td", Numbers.time(looks.lookNanos() / 1e6));
    markup.element("td", cpuShare == null ? "–" : Numbers.percent(cpuShare));
    markup.element("td", passRate == null ? "–" : Numbers.percent(passRate));
    markup.element("td", Numbers.count(looks.gaps()));
    markup.end();
    Chapter.endTable(markup);
  }

  private static void checks(Markup markup, List<Observing.Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    Chapter.startTable(
        markup,
        "Samples of a thread that counts at a known speed: impossible ones say that it counted faster than it can",
        "asked for, per second",
        "seen",
        "intervals",
        "pass the filter",
        "impossible per million",
        "after the filter");
    for (Observing.Check check : checks) {
      markup.start("tr");
      markup.element("td", Numbers.significant(check.askedPerSecond()));
      markup.element("td", Numbers.significant(check.seenPerSecond()));
      markup.element("td", Numbers.count(check.intervals()));
      markup.element("td", Numbers.percent(check.passRate()));
      markup.element("td", perMillion(check.impossible(), check));
      markup.element("td", perMillion(check.impossibleKept(), check));
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static String perMillion(int some, Observing.Check check) {
    return check.intervals() == 0 ? "–" : Numbers.count(Math.round(1e6 * some / check.intervals()));
  }

  private static void faults(Markup markup, Observing.@Nullable Faults faults) {
    if (faults != null) {
      markup.element(
          "p",
          "A page fault is taken to cost %s of CPU time, one from a disk %s beside the wait for it, as measured here at the start."
              .formatted(
                  Numbers.time(faults.minorMicros() / 1e3),
                  Numbers.time(faults.majorMicros() / 1e3)));
    }
  }

  private static void cost(Markup markup, Observing.@Nullable Cost cost) {
    if (cost == null) {
      return;
    }
    Chapter.startTable(
        markup,
        "Observed blocks beside %,d unobserved ones on the same arrivals, as ratios with 95 %% intervals"
            .formatted(cost.blocks()),
        "of",
        "ratio",
        "from",
        "to");
    ratio(markup, "CPU time of a request", cost.cpu());
    ratio(markup, "median latency", cost.median());
    ratio(markup, "p99", cost.p99());
    Chapter.endTable(markup);
  }

  private static void ratio(Markup markup, String name, Ratio ratio) {
    markup.start("tr");
    markup.element("th", name, "scope", "row");
    markup.element("td", Numbers.ratio(ratio.value()));
    markup.element("td", Numbers.ratio(ratio.low()));
    markup.element("td", Numbers.ratio(ratio.high()));
    markup.end();
  }
}
