package org.curtail.cli.tunechunks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.benchkit.trust.FewQueries;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.benchkit.trust.Superlinear;

/** Results of {@code curtail tune-chunks}. */
public final class ChunkTuningResults {
  private static final String KIND = "tune-chunks";
  private static final String COUNT = "chunks";

  private ChunkTuningResults() {}

  /**
   * Measures and judges.
   *
   * @param described the index and queries, for people
   * @param command the command that does the same again
   */
  public static Results of(
      ChunkTuning tuning,
      ChunkTuning.Setting setting,
      Map<String, Object> described,
      String command)
      throws IOException {
    try (var noise = new NoiseMeter()) {
      List<ChunkCost> costs = tuning.measure();
      return of(costs, noise.soFar(), setting, described, command);
    }
  }

  static Results of(
      List<ChunkCost> costs,
      Noise noise,
      ChunkTuning.Setting setting,
      Map<String, Object> described,
      String command) {
    ChunkAdvice advice = ChunkAdvice.of(costs, setting.seed());
    var settings = new LinkedHashMap<>(described);
    settings.put("chunks", setting.counts());
    settings.put("queries", costs.getFirst().parallelMs().queries());
    settings.put("degree", setting.degree());
    settings.put("runs", setting.runs());
    if (!BusyMachine.forbidsVerdict(noise)) {
      settings.put("recommended chunks", advice.best().asked());
    }
    settings.put("not to be told from it", advice.alike().stream().map(ChunkCost::asked).toList());
    return new Results(
            KIND,
            setting.seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            settings,
            null,
            null,
            noise,
            List.of(),
            verdict(costs, advice, noise, setting.degree()))
        .with()
        .figures(List.of(figure(costs, setting.degree())))
        .tables(List.of(table(costs, advice, setting.degree())))
        .results();
  }

  private static Verdict verdict(
      List<ChunkCost> costs, ChunkAdvice advice, Noise noise, int degree) {
    String headline =
        BusyMachine.forbidsVerdict(noise)
            ? "No advice: other processes took %s of the machine; run again when it is quiet. The least mean time at degree %d was that of %d chunks, perhaps by chance."
                .formatted(Numbers.percent(noise.stolenShare()), degree, advice.best().asked())
            : advice.headline(degree);
    return new Verdict(headline, advice.details())
        .with(
            Stream.of(
                    BusyMachine.notes(noise),
                    superlinear(costs, degree),
                    FewQueries.notesOfMeans(advice.best().parallelMs().queries()))
                .flatMap(List::stream)
                .map("Doubtful: %s."::formatted)
                .toList());
  }

  private static List<String> superlinear(List<ChunkCost> costs, int degree) {
    var bootstrap = new PairedBootstrap(costs.getFirst().parallelMs().queries(), degree);
    return costs.stream()
        .flatMap(cost -> {
          Ratio speedup =
              bootstrap.ratio(cost.sequentialMs().meanFigure(), cost.parallelMs().meanFigure());
          return Superlinear.notes(
              "%d chunks".formatted(cost.asked()), degree, speedup.value(), speedup.low())
              .stream();
        })
        .toList();
  }

  private static NumberTable table(List<ChunkCost> costs, ChunkAdvice advice, int degree) {
    return new NumberTable(
        "Mean time by number of chunks",
        "Of each query the median of its runs, then the mean over queries. The ratio is that of the mean at degree %d to the least, with a 95 %% interval from resampling queries; where it covers 1, counts are alike. Speculative chunks are those that a search on one thread does not visit."
            .formatted(degree),
        COUNT,
        List.of(
            "one thread, ms",
            "degree " + degree + ", ms",
            "ratio to best",
            "from",
            "to",
            "processed, one thread",
            "at degree " + degree,
            "speculative, %"),
        costs.stream().map(cost -> line(cost, advice.ratios().get(costs.indexOf(cost)))).toList());
  }

  private static NumberTable.Line line(ChunkCost cost, Ratio ratio) {
    return new NumberTable.Line(
        Integer.toString(cost.asked()),
        List.of(
            cost.sequentialMs().mean(),
            cost.parallelMs().mean(),
            ratio.value(),
            ratio.low(),
            ratio.high(),
            cost.sequentialChunks().mean(),
            cost.visited().mean(),
            100 * cost.speculativeShare()));
  }

  private static PaperFigure figure(List<ChunkCost> costs, int degree) {
    return new PaperFigure(
        "Number of chunks",
        "Few chunks make for much speculative work and uneven threads, many for much going from one to the next",
        List.of(
            Panel.of(
                "(a) Mean time",
                COUNT,
                "mean time, ms",
                List.of(
                    curve("one thread", costs, cost -> cost.sequentialMs().mean()),
                    curve("degree " + degree, costs, cost -> cost.parallelMs().mean()))),
            Panel.of(
                "(b) Visited",
                COUNT,
                "part of the index visited, %",
                List.of(
                    curve("one thread", costs, cost -> 100 * cost.visitedShare()),
                    curve(
                        "degree " + degree,
                        costs,
                        cost -> 100 * cost.visited().mean() / cost.chunks())))));
  }

  private static Curve curve(
      String name, List<ChunkCost> costs, ToDoubleFunction<ChunkCost> number) {
    return new Curve(
        name,
        false,
        costs.stream()
            .map(cost -> {
              double y = number.applyAsDouble(cost);
              return new Point(cost.asked(), y, y, y);
            })
            .toList());
  }
}
