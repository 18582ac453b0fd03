package org.curtail.app.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.bench.PairedBootstrap;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Demand;
import org.curtail.app.results.Results;
import org.curtail.app.results.Run;
import org.curtail.app.simulate.Sweep.AtRate;
import org.curtail.plan.TableForecast;
import org.jspecify.annotations.Nullable;

/**
 * Makes results of a sweep. Intervals come from blocks of consecutive requests, resampled in pairs;
 * ratios are to the policy that was named first.
 */
public final class SimulatedResults {
  private final SimulationSetting setting;
  private final PairedBootstrap bootstrap;

  private SimulatedResults(SimulationSetting setting) {
    this.setting = setting;
    this.bootstrap = new PairedBootstrap(Blocks.COUNT, setting.seed());
  }

  /**
   * The results of what was finished.
   *
   * @param command the command that does the same again
   * @param described what the user named, for people; the rest is added to it
   * @param table in force, if any; without predictions it gets those for this demand
   */
  public static Results of(
      Sweep.Finished finished,
      SimulationSetting setting,
      String command,
      Map<String, Object> described,
      @Nullable IntervalTable table) {
    var settings = new LinkedHashMap<>(described);
    settings.put("requests per run", setting.requests());
    settings.put("wake-up, us", setting.machine().costs().wakeUpNanos() / 1e3);
    settings.put("chunk, ms", setting.machine().costs().chunkNanos() / 1e6);
    if (!finished.complete()) {
      settings.put("interrupted", true);
    }
    var maker = new SimulatedResults(setting);
    return new Results(
        "simulate",
        setting.seed(),
        setting.machine().cores(),
        command,
        settings,
        Demand.of(setting.profile()),
        table == null ? null : predicted(table, setting.profile()),
        null,
        finished.rates().stream().flatMap(at -> maker.runs(at).stream()).toList(),
        SimulationVerdict.of(finished, maker.bootstrap));
  }

  /** A published table comes without predictions; those for this demand take their place. */
  private static IntervalTable predicted(IntervalTable table, Profile profile) {
    boolean bare = table.rows().stream().allMatch(row -> row.tailMs() == 0);
    return bare && table.maxDegree() <= profile.maxDegree()
        ? TableForecast.of(table, profile, table.percentile(), table.rows().getLast().load())
        : table;
  }

  private List<Run> runs(AtRate at) {
    String first = setting.policies().getFirst().name();
    @Nullable List<double[]> baseline =
        at.runs().stream()
            .filter(run -> run.policy().equals(first))
            .findFirst()
            .map(run -> Blocks.of(run.outcome()))
            .orElse(null);
    var runs = new ArrayList<Run>();
    for (PolicyRun run : at.runs()) {
      boolean compared = baseline != null && !run.policy().equals(first);
      runs.add(run(at, run, compared ? baseline : null));
    }
    return runs;
  }

  private Run run(AtRate at, PolicyRun run, @Nullable List<double[]> baseline) {
    List<double[]> blocks = Blocks.of(run.outcome());
    return run.summary(
        at.rate(),
        at.boundMs(),
        bootstrap.spread(PairedBootstrap.percentile(blocks, 99)),
        baseline == null ? List.of() : List.of(comparison(blocks, baseline)));
  }

  private Comparison comparison(List<double[]> blocks, List<double[]> baseline) {
    return new Comparison(
        setting.policies().getFirst().name(),
        bootstrap.ratio(PairedBootstrap.mean(blocks), PairedBootstrap.mean(baseline)),
        bootstrap.ratio(
            PairedBootstrap.percentile(blocks, 95), PairedBootstrap.percentile(baseline, 95)),
        bootstrap.ratio(
            PairedBootstrap.percentile(blocks, 99), PairedBootstrap.percentile(baseline, 99)));
  }
}
