package org.curtail.benchkit.results;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a run with queries in order of importance. Figures that a policy does not have are
 * absent: plain Lucene visits no chunks.
 *
 * @param chunksVisited mean number of visited chunks
 * @param chunksBeyondSequential mean number of chunks beyond the sequential search of the same
 *     query
 * @param mostChunksBeyondSequential greatest number of chunks beyond the sequential search
 * @param speculativeShare share of visited chunks that the sequential search does not visit: 0 to 1
 * @param quality quality of answers relative to sequential search; absent if not measured
 * @param lost number of requests with a missing hit; absent if no hit may be missing
 * @param lossRate share of compared requests with a missing hit: 0 to 1
 */
public record RankedFigures(
    @Nullable Double chunksVisited,
    @Nullable Double chunksBeyondSequential,
    @Nullable Integer mostChunksBeyondSequential,
    @Nullable Double speculativeShare,
    @Nullable Quality quality,
    @Nullable Integer lost,
    @Nullable Double lossRate) {
  /**
   * Adds a column for each figure that any run has.
   *
   * @return true if there is one
   */
  public static boolean addTo(Table<Run> table, List<Run> runs) {
    boolean isAny = add(table, runs, "chunks visited", it -> format("%.1f", it.chunksVisited));
    isAny |=
        add(table, runs, "beyond sequential", it -> format("%+.2f", it.chunksBeyondSequential));
    isAny |= add(table, runs, "most beyond", it -> format("%+d", it.mostChunksBeyondSequential));
    isAny |= add(table, runs, "speculative", it -> percent("%.2f %%", it.speculativeShare));
    isAny |= add(table, runs, "quality, proportional", it -> quality(it, Quality::proportional));
    isAny |= add(table, runs, "quality, exponential", it -> quality(it, Quality::exponential));
    isAny |= add(table, runs, "lack a hit", it -> percent("%.2f %%", it.lossRate));
    return isAny;
  }

  private static @Nullable String quality(RankedFigures figures, Function<Quality, Double> of) {
    Quality known = figures.quality;
    return known == null ? null : percent("%+.3f %%", of.apply(known));
  }

  private static boolean add(
      Table<Run> table,
      List<Run> runs,
      String heading,
      Function<RankedFigures, @Nullable String> figure) {
    Function<Run, @Nullable String> cell =
        run -> run.ranked() == null ? null : figure.apply(run.ranked());
    boolean isKnown = runs.stream().anyMatch(run -> cell.apply(run) != null);
    if (isKnown) {
      table.show(heading, Unit.TEXT, cell);
    }
    return isKnown;
  }

  private static @Nullable String format(String format, @Nullable Number value) {
    return value == null ? null : String.format(Locale.ROOT, format, value);
  }

  private static @Nullable String percent(String format, @Nullable Double share) {
    if (share == null) {
      return null;
    }
    return share == 0 ? "0 %" : String.format(Locale.ROOT, format, 100 * share);
  }
}
