package org.curtail.app.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.app.bench.PairedBootstrap;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Degrees;
import org.curtail.app.results.Demand;
import org.curtail.app.results.Results;
import org.curtail.app.results.Run;
import org.curtail.app.simulate.Sweep.AtRate;
import org.curtail.app.simulate.Sweep.PolicyRun;
import org.curtail.plan.TableForecast;
import org.curtail.policy.Policies.Need;
import org.curtail.sim.Outcome;
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
    if (setting.policies().stream().anyMatch(p -> p.needs().contains(Need.PREDICTIONS))) {
      settings.put("prediction error, log", setting.foreknowledge().logError());
    }
    if (setting.targetMs() != null) {
      settings.put("target, ms", setting.targetMs());
    }
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
    Outcome outcome = run.outcome();
    List<double[]> blocks = Blocks.of(outcome);
    double[] ascendingMs =
        IntStream.range(0, outcome.requests())
            .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
            .sorted()
            .toArray();
    int cores = setting.machine().cores();
    Degrees degrees = degrees(at, run);
    Sweep.Limit limit = at.limit();
    return new Run(
        run.policy(),
        at.rate().load(),
        at.rate().perSecond(),
        outcome.utilisation(cores),
        outcome.requests(),
        outcome.meanMs(),
        Percentile.of(ascendingMs, 50),
        Percentile.of(ascendingMs, 90),
        Percentile.of(ascendingMs, 95),
        Percentile.of(ascendingMs, 99),
        Percentile.of(ascendingMs, 99.9),
        ascendingMs[ascendingMs.length - 1],
        bootstrap.spread(PairedBootstrap.percentile(blocks, 99)),
        limit == null ? null : limit.p99Ms(),
        degrees.mean(),
        degrees.meanLongest(),
        degrees.meanShortest(),
        degrees.shares(),
        outcome.meanThreads(),
        outcome.utilisation(cores) * cores * outcome.endNanos() / 1e6 / outcome.requests(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Run.Point.drawn(ascendingMs),
        baseline == null ? List.of() : List.of(comparison(blocks, baseline)),
        run.contestant().knowsDemand(),
        run.tuned(),
        late(ascendingMs),
        limit == null ? null : limit.lateShare());
  }

  private @Nullable Double late(double[] ascendingMs) {
    Double targetMs = setting.targetMs();
    return targetMs == null
        ? null
        : (double) Arrays.stream(ascendingMs).filter(ms -> ms > targetMs).count()
            / ascendingMs.length;
  }

  private Degrees degrees(AtRate at, PolicyRun run) {
    double[] serialMs = new double[at.trace().size()];
    Arrays.setAll(serialMs, i -> setting.profile().timeMs(at.trace().request(i), 1));
    return Degrees.of(serialMs, run.degrees().degrees(run.outcome()), run.degrees().peaks());
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
