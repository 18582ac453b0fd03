package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;

/** Tail and mean against load: Figure 8 of the Few-to-Many paper. */
final class LatencySection {
  private LatencySection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "latency", "Latency against load");
    boolean p99 = LoadChart.tailPercentile(chapter.runs()) == 99;
    boolean bound =
        p99 && chapter.runs().loads().stream().anyMatch(l -> chapter.runs().boundMs(l).isPresent());
    markup.element(
        "p",
        "Latency counts from the intended start of each request."
            + (p99 ? whiskers(chapter) : " There are too few requests for a p99 of every policy.")
            + (bound ? boundInWords(chapter) : "")
            + (chapter.results().runs().stream().anyMatch(Run::knowsDemand)
                ? " Policies marked ^, in long dashes, know how long each request takes, which no service does."
                : ""),
        "class",
        "note");
    LineChart tail = LoadChart.tail(chapter);
    boolean named = LineChart.namesLines(Figure.HALF, tail.series().size());
    markup.start("div", "class", named ? "narrow" : "always");
    String[] references = bound ? new String[] {LoadChart.BOUND} : new String[0];
    Legend.lines(markup, chapter.runs().policies(), chapter.palette(), references);
    markup.end();
    markup.start("div", "class", "charts two");
    Figure.write(markup, tail, Figure.HALF);
    Figure.write(markup, LoadChart.mean(chapter), Figure.HALF);
    markup.end();
    table(markup, chapter);
    markup.end();
  }

  private static String whiskers(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? " Figures are means of several runs; whiskers reach from the least run to the greatest."
        : " Whiskers are 95 % intervals from resampled blocks.";
  }

  private static String boundInWords(Chapter chapter) {
    return chapter.results().kind().equals("simulate")
        ? " The dotted bound is a p99 that no policy can be below on the same arrivals, not even one that knows the future."
        : " The dotted bound is the p99 if every request ran alone at its best degree: no policy can be below it.";
  }

  private static void table(Markup markup, Chapter chapter) {
    RunTable.folded(
        markup,
        chapter,
        "Latency as numbers",
        "Latency in milliseconds by load and policy",
        List.of(50.0, 90.0, 95.0, 99.0, 99.9),
        List.of(
            "rps",
            "requests",
            "mean",
            "p50",
            "p90",
            "p95",
            "p99",
            whiskersHead(chapter),
            "p99.9",
            "max",
            "bound"),
        run ->
            List.of(
                Numbers.significant(run.rps()),
                Numbers.count(run.requests()),
                Numbers.significant(run.latency().meanMs()),
                PercentileCells.ms(run, 50, run.latency().p50Ms()),
                PercentileCells.ms(run, 90, run.latency().p90Ms()),
                PercentileCells.ms(run, 95, run.latency().p95Ms()),
                PercentileCells.ms(run, 99, run.latency().p99Ms()),
                spread(run),
                PercentileCells.ms(run, 99.9, run.latency().p999Ms()),
                Numbers.significant(run.latency().maxMs()),
                bound(run)));
  }

  private static String whiskersHead(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? "p99, least to greatest run"
        : "p99, 95 % interval";
  }

  private static String spread(Run run) {
    return run.carries(99) && run.latency().p99SpreadMs().size() == 2
        ? Numbers.significant(run.latency().p99SpreadMs().getFirst())
            + " to "
            + Numbers.significant(run.latency().p99SpreadMs().getLast())
        : "–";
  }

  private static String bound(Run run) {
    Double boundMs = run.boundMs();
    return boundMs == null ? "–" : Numbers.significant(boundMs);
  }
}
