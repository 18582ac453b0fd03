package org.curtail.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Limit;
import org.curtail.benchkit.policyruns.PolicyRun;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.policyruns.RunMean;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.simulate.Sweep.AtRate;
import org.curtail.cli.simulation.MachineOptions;
import org.curtail.plan.TableForecast;
import org.curtail.policies.Policies.Need;
import org.jspecify.annotations.Nullable;

/**
 * Makes results of a sweep. Intervals come from blocks of consecutive requests, resampled in pairs,
 * or from several traces; ratios are to the first named policy.
 */
public final class SimulatedResults {
  private final SimulationSetting setting;

  private SimulatedResults(SimulationSetting setting) {
    this.setting = setting;
  }

  /**
   * The results of finished runs.
   *
   * @param command the command that does the same again
   * @param described the user's input, for people; the rest is added to it
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
    if (setting.ownDemands()) {
      settings.put("demand of each arrival", "its own, as recorded");
    }
    if (setting.warmUp() > 0) {
      settings.put("warm-up requests, left out", setting.warmUp());
    }
    if (setting.repeats() > 1) {
      settings.put("runs of each policy and rate; figures are their means", setting.repeats());
    }
    settings.putAll(MachineOptions.settings(setting.machine()));
    settings.put("p99 of any policy alone on the machine at least, ms", setting.isolationMs());
    settings.put("load of any policy at most, requests/s", setting.stablePerSecond());
    if (setting.policies().stream().anyMatch(p -> p.needs().contains(Need.PREDICTIONS))) {
      settings.put("prediction error, log", setting.foreknowledge().logError());
    }
    if (setting.targetMs() != null) {
      settings.put("target, ms", setting.targetMs());
    }
    var maker = new SimulatedResults(setting);
    Optional<Interruption> stopped =
        finished.complete() ? Optional.empty() : Optional.of(maker.interruption(finished));
    var results =
        new Results(
            "simulate",
            setting.seed(),
            setting.machine().cores(),
            command,
            settings,
            Demand.of(setting.profile()),
            table == null ? null : predicted(table, setting.profile()),
            null,
            finished.rates().stream().flatMap(at -> maker.runs(at).stream()).toList(),
            SimulationVerdict.of(finished, setting, stopped));
    return stopped.map(results::interrupted).orElse(results).withDecisions(decisions(finished));
  }

  /** The decisions of each run of policies that choose their policies themselves. */
  private static List<Decisions> decisions(Sweep.Finished finished) {
    return finished.rates().stream()
        .flatMap(at ->
            at.traces().stream()
                .flatMap(on -> on.runs().stream())
                .flatMap(run -> run.decisions(at.rate()).stream()))
        .toList();
  }

  private Interruption interruption(Sweep.Finished finished) {
    var missing = new ArrayList<Interruption.Missing>();
    for (Rate rate : setting.rates()) {
      Set<String> there =
          finished.rates().stream()
              .filter(at -> at.rate().equals(rate))
              .flatMap(at -> new PairedRuns(at, setting.seed()).policies().stream())
              .collect(Collectors.toSet());
      setting.policies().stream()
          .map(Contender::name)
          .filter(policy -> !there.contains(policy))
          .forEach(policy -> missing.add(new Interruption.Missing(policy, rate.load())));
    }
    return new Interruption(finished.runs(), setting.runs(), "runs", missing);
  }

  /** A published table comes without predictions; those for this demand take their place. */
  private static IntervalTable predicted(IntervalTable table, Profile profile) {
    boolean bare = table.rows().stream().allMatch(row -> row.tailMs() == 0);
    return bare && table.maxDegree() <= profile.maxDegree()
        ? TableForecast.of(table, profile, table.percentile(), table.rows().getLast().load())
        : table;
  }

  private List<Run> runs(AtRate at) {
    var paired = new PairedRuns(at, setting.seed());
    return paired.policies().stream().map(policy -> run(at, paired, policy)).toList();
  }

  private Run run(AtRate at, PairedRuns paired, String policy) {
    String first = setting.policies().getFirst().name();
    List<Comparison> against =
        policy.equals(first) || !paired.policies().contains(first)
            ? List.of()
            : List.of(paired.comparison(policy, first));
    var runs = new ArrayList<Run>();
    List<PolicyRun> ofPolicy = paired.runs(policy);
    for (int i = 0; i < ofPolicy.size(); i++) {
      PolicyRun run = ofPolicy.get(i);
      Limit limit = at.traces().get(i).limit();
      runs.add(run.summary(at.rate(), limit, setting.targetMs(), paired.p99SpreadMs(run), against));
    }
    return runs.size() == 1 ? runs.getFirst() : RunMean.of(runs, against);
  }
}
