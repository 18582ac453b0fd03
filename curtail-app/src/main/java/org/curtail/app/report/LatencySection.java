package org.curtail.app.report;

import java.util.List;
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
            + (bound ? boundInWords(chapter) : "")
            + (chapter.results().runs().stream().anyMatch(Run::knowsDemand)
                ? " Policies marked ^, in long dashes, know how long each request takes, which no service does."
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
        List.of(
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
            "bound"),
        run ->
            List.of(
                Numbers.significant(run.rps()),
                Numbers.count(run.requests()),
                Numbers.significant(run.meanMs()),
                Numbers.significant(run.p50Ms()),
                Numbers.significant(run.p90Ms()),
                Numbers.significant(run.p95Ms()),
                Numbers.significant(run.p99Ms()),
                spread(run),
                Numbers.significant(run.p999Ms()),
                Numbers.significant(run.maxMs()),
                bound(run)));
  }

  private static String spread(Run run) {
    return run.p99SpreadMs().size() == 2
        ? Numbers.significant(run.p99SpreadMs().getFirst())
            + " to "
            + Numbers.significant(run.p99SpreadMs().getLast())
        : "–";
  }

  private static String bound(Run run) {
    Double boundMs = run.boundMs();
    return boundMs == null ? "–" : Numbers.significant(boundMs);
  }
}
