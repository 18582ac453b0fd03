package org.curtail.app.report;

import org.curtail.app.results.Run;

/** Tail and mean against load: Figure 8 of the Few-to-Many paper. */
final class LatencySection {
  private LatencySection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "latency", "Latency against load");
    boolean bound =
        chapter.runs().loads().stream().anyMatch(l -> chapter.runs().boundMs(l).isPresent());
    markup.element(
        "p",
        "Latency counts from the intended start of each request. Whiskers are 95 % intervals from resampled blocks."
            + (bound
                ? " The dotted bound is the p99 if every request ran alone at its best degree: no policy can be below it."
                : ""),
        "class",
        "note");
    LineChart p99 = LoadChart.p99(chapter);
    boolean named = LineChart.namesLines(Figure.HALF, p99.series().size());
    markup.start("div", "class", named ? "narrow" : "always");
    String[] references = bound ? new String[] {"bound"} : new String[0];
    Legend.lines(markup, chapter.runs().policies(), chapter.palette(), references);
    markup.end();
    markup.start("div", "class", "charts two");
    Figure.write(markup, p99, Figure.HALF);
    Figure.write(markup, LoadChart.mean(chapter), Figure.HALF);
    markup.end();
    table(markup, chapter);
    markup.end();
  }

  private static void table(Markup markup, Chapter chapter) {
    markup.start("details");
    markup.element("summary", "Latency as numbers");
    Chapter.startTable(
        markup,
        "Latency in milliseconds by load and policy",
        "load",
        "policy",
        "rps",
        "requests",
        "mean",
        "p50",
        "p90",
        "p95",
        "p99",
        "p99, 95 % interval",
        "p99.9",
        "max",
        "bound");
    for (double load : chapter.runs().loads()) {
      for (Run run : chapter.runs().at(load)) {
        row(markup, run);
      }
    }
    Chapter.endTable(markup);
    markup.end();
  }

  private static void row(Markup markup, Run run) {
    markup.start("tr");
    markup.element("td", Numbers.percent(run.load()));
    markup.element("th", run.policy(), "scope", "row");
    markup.element("td", Numbers.significant(run.rps()));
    markup.element("td", Numbers.count(run.requests()));
    double[] before = {run.meanMs(), run.p50Ms(), run.p90Ms(), run.p95Ms(), run.p99Ms()};
    for (double ms : before) {
      markup.element("td", Numbers.significant(ms));
    }
    markup.element(
        "td",
        run.p99SpreadMs().size() == 2
            ? Numbers.significant(run.p99SpreadMs().getFirst())
                + " to "
                + Numbers.significant(run.p99SpreadMs().getLast())
            : "–");
    markup.element("td", Numbers.significant(run.p999Ms()));
    markup.element("td", Numbers.significant(run.maxMs()));
    Double boundMs = run.boundMs();
    markup.element("td", boundMs == null ? "–" : Numbers.significant(boundMs));
    markup.end();
  }
}
