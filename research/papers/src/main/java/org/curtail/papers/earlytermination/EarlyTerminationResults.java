package org.curtail.papers.earlytermination;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.benchkit.trust.FewQueries;
import org.curtail.benchkit.trust.Superlinear;

/** The results of {@code curtail early-termination}. */
public final class EarlyTerminationResults {
  private static final String KIND = "early-termination";

  private EarlyTerminationResults() {}

  /**
   * Measures and judges.
   *
   * @param described the searched index, for people
   * @param command the command that repeats the measurement
   */
  public static Results of(
      EarlyTermination experiment,
      EarlyTerminationSetting setting,
      Map<String, Object> described,
      String command)
      throws IOException {
    return of(experiment.measure(), setting, described, command);
  }

  static Results of(
      EarlyTermination.Measured measured,
      EarlyTerminationSetting setting,
      Map<String, Object> described,
      String command) {
    List<Claim> claims = EarlyTerminationClaims.of(measured, setting);
    var settings = new LinkedHashMap<>(described);
    settings.remove("sharing");
    settings.put("chunks", measured.chunks());
    settings.put("queries", measured.visited().queries());
    settings.put("degrees", setting.degrees());
    settings.put("runs", setting.runs());
    settings.put("competing threads", setting.competingThreads());
    return new Results(
            KIND,
            setting.seed(),
            setting.cores(),
            command,
            settings,
            null,
            null,
            measured.noise(),
            List.of(),
            new Verdict(headline(claims, measured.noise()), details(measured, setting)))
        .with()
        .claims(claims)
        .figures(EarlyTerminationFigures.of(measured, setting))
        .tables(EarlyTerminationTables.of(measured, setting))
        .results();
  }

  private static String headline(List<Claim> claims, Noise noise) {
    String busy =
        BusyMachine.forbidsVerdict(noise)
            ? " Other processes took %s of the machine, so that times decide nothing: run again when it is quiet."
                .formatted(Numbers.percent(noise.stolenShare()))
            : "";
    return Claim.summary(claims, "here") + "." + busy;
  }

  private static List<String> details(
      EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    PerQuery visited = measured.visited();
    var details = new ArrayList<String>();
    details.add(
        "One thread visits %s of %s chunks on average; %.0f %% of the queries need at most a tenth of the index, %.0f %% at most half."
            .formatted(
                Numbers.measured(visited.mean()),
                Numbers.count(measured.chunks()),
                100 * visited.shareUpTo(0.1 * measured.chunks()),
                100 * visited.shareUpTo(0.5 * measured.chunks())));
    details.add(cost(measured, setting));
    List<String> beyond =
        setting.degrees().stream()
            .filter(degree -> degree > setting.cores())
            .map(String::valueOf)
            .toList();
    if (!beyond.isEmpty()) {
      details.add(
          "With more threads than cores, here at degree %s, threads are not co-scheduled: one that waits for a core delays its chunk."
              .formatted(String.join(", ", beyond)));
    }
    doubts(measured, setting).forEach(doubt -> details.add("Doubtful: %s.".formatted(doubt)));
    return details;
  }

  private static List<String> doubts(
      EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    var doubts =
        new ArrayList<>(
            setting.competingThreads() > 0
                ? BusyMachine.notesOfOthers(measured.noise())
                : BusyMachine.notes(measured.noise()));
    int greatest = Math.min(setting.cores(), Collections.max(setting.degrees()));
    for (int degree = 2; degree <= greatest; degree++) {
      Speedup speedup = Speedup.of(measured, degree, setting.seed());
      Ratio all = speedup.all();
      Ratio longest = speedup.longest();
      doubts.addAll(Superlinear.notes("all searches", degree, all.value(), all.low()));
      doubts.addAll(Superlinear.notes("the longest 5 %", degree, longest.value(), longest.low()));
    }
    doubts.addAll(FewQueries.notesOfLongest(measured.visited().queries()));
    return doubts;
  }

  private static String cost(EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    var bootstrap = new PairedBootstrap(measured.visited().queries(), setting.seed());
    SearchCost ours = measured.alone(SearchCost.OURS);
    SearchCost lucene = measured.alone(SearchCost.LUCENE);
    Ratio cpu = bootstrap.ratio(ours.cpuMs().meanFigure(), lucene.cpuMs().meanFigure());
    Ratio allocated =
        bootstrap.ratio(ours.kilobytes().meanFigure(), lucene.kilobytes().meanFigure());
    return "Our search on one thread takes %.2f times the CPU of plain Lucene with the same relevance (%.2f to %.2f) and allocates %.2f times as much (%.2f to %.2f)."
        .formatted(
            cpu.value(),
            cpu.low(),
            cpu.high(),
            allocated.value(),
            allocated.low(),
            allocated.high());
  }
}
