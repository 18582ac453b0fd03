package org.curtail.papers.earlytermination;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.NumberTable.Line;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.lucene.ranked.ChunkSharing;

/** The measurements of early termination as tables. */
final class EarlyTerminationTables {
  private static final List<Integer> PERCENTS = List.of(1, 10, 25, 50, 75);

  private final EarlyTermination.Measured measured;
  private final EarlyTerminationSetting setting;
  private final PairedBootstrap bootstrap;

  private EarlyTerminationTables(
      EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    this.measured = measured;
    this.setting = setting;
    this.bootstrap = new PairedBootstrap(measured.visited().queries(), setting.seed());
  }

  static List<NumberTable> of(EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    var tables = new EarlyTerminationTables(measured, setting);
    var all = new ArrayList<>(List.of(tables.visited(), tables.sharing(false)));
    if (setting.competingThreads() > 0) {
      all.add(tables.sharing(true));
    }
    all.add(tables.speedup());
    all.add(tables.costs());
    return List.copyOf(all);
  }

  private NumberTable visited() {
    PerQuery visited = measured.visited();
    var lines = new ArrayList<Line>();
    for (int percent : PERCENTS) {
      lines.add(
          percentage(
              "at most %d %%".formatted(percent),
              visited.percentUpTo(percent / 100.0 * measured.chunks())));
    }
    lines.add(percentage("less than all", visited.percentUpTo(measured.chunks() - 1)));
    return new NumberTable(
        "Index visited by one thread",
        "How many queries end after so much of the index; with a 95 % interval from resampling queries, as all intervals here.",
        "part of the index",
        List.of("queries, %", "from", "to"),
        lines);
  }

  private Line percentage(String name, PerQuery percents) {
    List<Double> interval = bootstrap.spread(percents.meanFigure());
    return new Line(name, List.of(percents.mean(), interval.getFirst(), interval.getLast()));
  }

  private NumberTable sharing(boolean competing) {
    PerQuery oneThreadMs = measured.shared(DegreeAndSharing.ONE_THREAD, competing).cpuMs();
    return new NumberTable(
        competing
            ? "Sharing beside a competing load of %d".formatted(setting.competingThreads())
            : "Sharing, alone on the machine",
        "Extra chunks are those beyond what one thread visits, of every run; speculative those that one thread does not visit, in percent of all that were visited. CPU is that of all threads of a search, over that of one thread; helpers are all threads but the first, which may have done the work before they came."
            + notCoScheduled(),
        "threads",
        List.of(
            "extra chunks, mean",
            "p99",
            "most",
            "within degree − 1, %",
            "speculative, %",
            "CPU",
            "from",
            "to",
            "helpers' CPU, %",
            "mean, ms"),
        setting.ways().stream()
            .filter(way -> way.degree() > 1)
            .map(way -> line(measured.shared(way, competing), oneThreadMs))
            .toList());
  }

  /** Returns a note if there are more threads than cores. */
  private String notCoScheduled() {
    return setting.degrees().stream().anyMatch(degree -> degree > setting.cores())
        ? " More threads than the machine has cores, %d, are not co-scheduled."
            .formatted(setting.cores())
        : "";
  }

  private Line line(SharedCost cost, PerQuery oneThreadCpuMs) {
    Ratio cpu = bootstrap.ratio(cost.cpuMs().meanFigure(), oneThreadCpuMs.meanFigure());
    return new Line(
        cost.way().toString(),
        List.of(
            cost.extra().mean(),
            cost.extra().p99(),
            cost.extra().most(),
            100 * cost.extra().within(),
            100 * cost.speculativeShare(),
            cpu.value(),
            cpu.low(),
            cpu.high(),
            100 * cost.helpersShare(),
            cost.ms().mean()));
  }

  private NumberTable speedup() {
    List<Integer> degrees =
        IntStream.rangeClosed(1, setting.cores())
            .filter(degree ->
                degree == 1
                    || setting.ways().contains(new DegreeAndSharing(degree, ChunkSharing.DYNAMIC)))
            .boxed()
            .toList();
    return new NumberTable(
        "Speedup by degree",
        "Mean time on one thread over mean time at a degree, dynamic sharing, alone on the machine's cores.",
        "degree",
        List.of("all", "from", "to", "longest 5 %", "from", "to"),
        degrees.stream()
            .map(degree -> {
              Speedup speedup = Speedup.of(measured, degree, setting.seed());
              return new Line(
                  Integer.toString(degree),
                  Stream.of(speedup.all(), speedup.longest())
                      .flatMap(ratio -> Stream.of(ratio.value(), ratio.low(), ratio.high()))
                      .toList());
            })
            .toList());
  }

  private NumberTable costs() {
    SearchCost lucene = measured.alone(SearchCost.LUCENE);
    return new NumberTable(
        "Cost on one thread",
        "CPU and allocation per query: of each the median of its runs, then the mean over queries, and the ratio to plain Lucene that ranks by the same relevance and prunes with its own bounds. What is alive at one time is at most what is allocated.",
        "searcher",
        List.of("CPU, ms", "ratio", "from", "to", "allocated, KB", "ratio", "from", "to"),
        measured.alone().stream()
            .map(cost -> {
              Ratio cpu = bootstrap.ratio(cost.cpuMs().meanFigure(), lucene.cpuMs().meanFigure());
              Ratio allocated =
                  bootstrap.ratio(cost.kilobytes().meanFigure(), lucene.kilobytes().meanFigure());
              return new Line(
                  cost.name(),
                  List.of(
                      cost.cpuMs().mean(),
                      cpu.value(),
                      cpu.low(),
                      cpu.high(),
                      cost.kilobytes().mean(),
                      allocated.value(),
                      allocated.low(),
                      allocated.high()));
            })
            .toList());
  }
}
