package org.curtail.app.report;

import org.curtail.app.results.Run;

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
        "CPU per request tells what parallelism costs: work that two threads do instead of one is never quite free.",
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
    markup.start("details");
    markup.element("summary", "Threads and CPU as numbers");
    Chapter.startTable(
        markup,
        "Threads and CPU by load and policy",
        "load",
        "policy",
        "mean threads",
        "utilisation",
        "CPU ms per request");
    for (double load : chapter.runs().loads()) {
      for (Run run : chapter.runs().at(load)) {
        markup.start("tr");
        markup.element("td", Numbers.percent(load));
        markup.element("th", run.policy(), "scope", "row");
        markup.element("td", Numbers.decimal(run.meanThreads()));
        markup.element("td", Numbers.percent(run.utilisation()));
        markup.element("td", Numbers.significant(run.cpu()));
        markup.end();
      }
    }
    Chapter.endTable(markup);
    markup.end();
    markup.end();
  }
}
