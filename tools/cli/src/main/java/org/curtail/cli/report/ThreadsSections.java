package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.StackedBars;
import org.jspecify.annotations.Nullable;

/** The cost of speed: threads, CPU time, degrees and visited chunks. */
final class ThreadsSections {
  private static final String SEQUENTIAL = "sequential";

  private ThreadsSections() {}

  /** Writes threads and CPU time: Figure 9(c) of the Few-to-Many paper. */
  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "threads", "Threads and CPU");
    markup.note(
        "CPU per request is the cost of parallelism: dividing work among two threads always costs something.");
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

  /** Writes utilisation for searches in order of importance, measured as in their paper. */
  static void writeUtilisation(Markup markup, Chapter chapter) {
    if (chapter.results().runs().stream().allMatch(run -> run.ranked() == null)) {
      return;
    }
    chapter.startSection(markup, "utilisation", "CPU utilisation");
    markup.note(
        "Computing time of the process as a share of the cores’ time. Bold, with an arrow: the mean or the p95 of latency is above that of sequential, beyond the 95 % interval.");
    List<Double> loads = chapter.runs().loads();
    String[] heads = new String[loads.size() + 1];
    heads[0] = "policy";
    for (int i = 0; i < loads.size(); i++) {
      heads[i + 1] = Numbers.percent(loads.get(i)) + " load";
    }
    Chapter.startTable(markup, "CPU utilisation by policy and load", heads);
    for (String policy : chapter.runs().policies()) {
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      for (double load : loads) {
        utilisationCell(
            markup, chapter.runs().run(policy, load), chapter.results().verdict().isGiven());
      }
      markup.end();
    }
    Chapter.endTable(markup);
    markup.end();
  }

  private static void utilisationCell(Markup markup, @Nullable Run run, boolean judged) {
    markup.start("td");
    if (run != null) {
      boolean slower = judged && isSlowerThanSequential(run);
      markup.element(
          slower ? "strong" : "span", Numbers.percent(run.utilisation()) + (slower ? " ↑" : ""));
    }
    markup.end();
  }

  /** True if the mean or the p95 is higher, beyond the interval. */
  static boolean isSlowerThanSequential(Run run) {
    return run.against().stream()
        .filter(comparison -> comparison.baseline().equals(SEQUENTIAL))
        .anyMatch(comparison -> isAbove(comparison.mean()) || isAbove(comparison.p95()));
  }

  private static boolean isAbove(Ratio ratio) {
    return ratio.low() > 1;
  }

  /** Writes the degree of each request: Figures 9(a) and 9(b) of the Few-to-Many paper. */
  static void writeDegrees(Markup markup, Chapter chapter) {
    int degrees = degrees(chapter);
    if (degrees == 0) {
      return;
    }
    chapter.startSection(markup, "degrees", "Degree of parallelism");
    markup.note(
        "Share of requests by their greatest degree. A good policy keeps the many short requests sequential and uses threads for the few long ones.");
    Legend.degrees(markup, degrees, false);
    markup.start("div", "class", "charts three");
    for (double load : chapter.runs().loads()) {
      Figure.write(markup, degreeChart(chapter, load));
    }
    markup.end();
    means(markup, chapter);
    markup.end();
  }

  private static void means(Markup markup, Chapter chapter) {
    markup.note("Mean degree over the whole execution of a request, by its length in the profile.");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    double greatest =
        chapter.results().runs().stream()
            .flatMapToDouble(run ->
                DoubleStream.of(
                    run.degrees().meanDegree(),
                    run.degrees().meanDegreeLongest(),
                    run.degrees().meanDegreeShortest()))
            .max()
            .orElse(1);
    // With fewer requests, five percent are too few.
    boolean twentieths = chapter.results().runs().stream().allMatch(run -> run.carries(95));
    markup.start("div", "class", "charts three");
    mean(markup, chapter, "All requests", greatest, run -> run.degrees().meanDegree());
    if (twentieths) {
      mean(markup, chapter, "Longest 5 %", greatest, run -> run.degrees().meanDegreeLongest());
      mean(markup, chapter, "Shortest 5 %", greatest, run -> run.degrees().meanDegreeShortest());
    }
    markup.end();
    RunTable.folded(
        markup,
        chapter,
        "Mean degree as numbers",
        "Mean degree by load and policy",
        List.of(95.0),
        RunTable.of(chapter)
            .show("all requests", Unit.DECIMAL, run -> run.degrees().meanDegree())
            .show(
                "longest 5 %",
                Unit.DECIMAL, run -> run.carries(95) ? run.degrees().meanDegreeLongest() : null)
            .show(
                "shortest 5 %",
                Unit.DECIMAL, run -> run.carries(95) ? run.degrees().meanDegreeShortest() : null));
  }

  private static void mean(
      Markup markup, Chapter chapter, String title, double greatest, ToDoubleFunction<Run> degree) {
    Figure.write(markup, LoadChart.amount(chapter, title, "mean degree", greatest, degree));
  }

  /** The greatest degree of any run. */
  static int degrees(Chapter chapter) {
    return chapter.results().runs().stream()
        .mapToInt(run -> run.degrees().degreeShares().size())
        .max()
        .orElse(0);
  }

  private static Chart degreeChart(Chapter chapter, double load) {
    List<StackedBars.Bar> bars =
        chapter.runs().at(load).stream()
            .map(run ->
                new StackedBars.Bar(
                    run.policy(),
                    run.degrees().degreeShares(),
                    run.degrees().degreeShares().isEmpty()
                        ? "not recorded"
                        : "mean " + Numbers.decimal(run.degrees().meanDegree())))
            .toList();
    return new StackedBars(
        "At " + Numbers.percent(load) + " load",
        "Share of requests by greatest degree, for each policy.",
        StackedBars.degrees(degrees(chapter)),
        bars);
  }

  /**
   * Writes chunks and quality of searches in order of importance: Figure 11 and section 6.2.2 of
   * the Adaptive parallelism paper.
   */
  static void writeRanked(Markup markup, Chapter chapter) {
    Table<Run> table = RunTable.of(chapter);
    if (!RankedFigures.addTo(table, chapter.results().runs())) {
      return;
    }
    chapter.startSection(markup, "ranked", "Search in order of importance");
    markup.note(rankedInWords(chapter, table));
    RunTable.open(
        markup, chapter, "Chunks visited and quality of the answers, by load and policy", table);
    markup.end();
  }

  private static String rankedInWords(Chapter chapter, Table<Run> table) {
    var words = new ArrayList<String>();
    words.add(
        "The index is cut into chunks, the most important documents first. A chunk is speculative if a sequential search of the same query does not visit it.");
    Object sequential = chapter.results().settings().get("chunks visited by a sequential search");
    if (sequential instanceof Number chunks) {
      words.add(
          "A sequential search visits %s of %s chunks on average over the queries."
              .formatted(
                  Numbers.measured(chunks.doubleValue()),
                  chapter.results().settings().getOrDefault("chunks", "its")));
    }
    if (table.columns().stream().anyMatch(column -> column.text().startsWith("quality"))) {
      words.add(
          "Quality compares the relevance of each answer’s hits with sequential search, rank by rank: 0 % is equal, above is better.");
    }
    return String.join(" ", words);
  }
}
