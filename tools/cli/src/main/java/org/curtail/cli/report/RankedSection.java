package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/**
 * What searches in order of importance visit beyond a sequential one, and what their answers are
 * worth: Figure 11 and section 6.2.2 of the Adaptive parallelism paper.
 */
final class RankedSection {
  private static final String NONE = "–";

  private RankedSection() {}

  /**
   * A column of the table.
   *
   * @param value of a run; null if it has none
   */
  private record Column(String head, Function<RankedFigures, @Nullable String> value) {
    boolean isIn(List<Run> runs) {
      return runs.stream().anyMatch(run -> !cell(run).equals(NONE));
    }

    String cell(Run run) {
      RankedFigures ranked = run.ranked();
      String text = ranked == null ? null : value.apply(ranked);
      return text == null ? NONE : text;
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column("chunks visited", ranked -> decimal("%.1f", ranked.chunksVisited())),
          new Column(
              "beyond sequential", ranked -> decimal("%+.2f", ranked.chunksBeyondSequential())),
          new Column("most beyond", ranked -> decimal("%+d", ranked.mostChunksBeyondSequential())),
          new Column("speculative", ranked -> percent("%.2f %%", ranked.speculativeShare())),
          new Column("quality, proportional", ranked -> quality(ranked, Quality::proportional)),
          new Column("quality, exponential", ranked -> quality(ranked, Quality::exponential)),
          new Column("lack a hit", ranked -> percent("%.2f %%", ranked.lossRate())));

  static void write(Markup markup, Chapter chapter) {
    List<Run> runs = chapter.results().runs();
    List<Column> columns = COLUMNS.stream().filter(column -> column.isIn(runs)).toList();
    if (columns.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "ranked", "Search in order of importance");
    markup.element("p", words(chapter, columns), "class", "note");
    Table<Run> table = RunTable.of(chapter);
    columns.forEach(column -> table.show(column.head(), Unit.TEXT, column::cell));
    RunTable.open(
        markup, chapter, "Chunks visited and quality of the answers, by load and policy", table);
    markup.end();
  }

  private static String words(Chapter chapter, List<Column> columns) {
    var words = new ArrayList<String>();
    words.add(
        "The index is cut into chunks, the most important documents first. A chunk is speculative"
            + " if a sequential search of the same query does not visit it.");
    Object sequential = chapter.results().settings().get("chunks visited by a sequential search");
    if (sequential instanceof Number chunks) {
      words.add(
          "That visits %s of %s chunks on average over the queries."
              .formatted(
                  Numbers.measured(chunks.doubleValue()),
                  chapter.results().settings().getOrDefault("chunks", "its")));
    }
    if (columns.stream().anyMatch(column -> column.head().startsWith("quality"))) {
      words.add(
          "Quality holds the relevance of each answer’s hits, rank by rank, against those of"
              + " sequential search: 0 % is equal, above is better.");
    }
    return String.join(" ", words);
  }

  private static @Nullable String decimal(String format, @Nullable Number value) {
    return value == null ? null : String.format(Locale.ROOT, format, value);
  }

  private static @Nullable String percent(String format, @Nullable Double share) {
    return share == null ? null : String.format(Locale.ROOT, format, 100 * share);
  }

  private static @Nullable String quality(RankedFigures ranked, Function<Quality, Double> weights) {
    Quality quality = ranked.quality();
    Double share = quality == null ? null : weights.apply(quality);
    return share != null && share == 0 ? "0 %" : percent("%+.3f %%", share);
  }
}
