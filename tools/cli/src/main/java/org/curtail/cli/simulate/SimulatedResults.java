package org.curtail.cli.simulate;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.simulate.Sweep.AtRate;
import org.curtail.cli.simulate.Sweep.OnTrace;
import org.curtail.cli.simulation.MachineOptions;
import org.curtail.plan.TableForecast;
import org.curtail.policies.Policies.Need;
import org.jspecify.annotations.Nullable;

/**
 * Makes results of a sweep. Intervals come from blocks of consecutive requests, resampled in pairs,
 * or from several traces; ratios are to the first named policy.
 *
 * <p>For each rate, the verdict names the policy with the lowest tail among policies that keep up.
 * The verdict also names the policies that are not shown to differ from it, and its distance from
 * the limit. The verdict names the rates at which no policy keeps up. A single seed decides
 * nothing.
 */
public final class SimulatedResults {
  private static final double TAIL = 99;

  private static final int ENOUGH_REPEATS = 5;

  /** Share of the greatest stable rate that leaves capacity for close arrivals. */
  private static final double EASY = 0.8;

  private final SimulationSetting setting;

  private SimulatedResults(SimulationSetting setting) {
    this.setting = setting;
  }

  /**
   * The results of finished runs.
   *
   * @param command the command that does the same again
   * @param described the user's input, for people; the other settings are added
   * @param table table in force, if any; without predictions it gets those for this demand
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
            of(finished, setting, stopped));
    return stopped.map(results::interrupted).orElse(results).withDecisions(decisions(finished));
  }

  /** Returns the decisions of each run, for policies that choose policies themselves. */
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

  /** Returns the table with predictions for this demand, because published tables have none. */
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

  // ---- The verdict.

  /**
   * The leader at one rate.
   *
   * @param best policy with the lowest p99 of the policies that keep up
   * @param rivals policies that keep up and are not shown to differ from the best, by a 95 %
   *     interval in pairs
   * @param keepingUp number of policies that keep up
   * @param eligible number of policies that could have been the best
   */
  private record Lead(String best, List<String> rivals, int keepingUp, int eligible) {
    String inWords() {
      if (!rivals.isEmpty()) {
        Stream<String> first = Stream.concat(Stream.of(best), rivals.stream());
        return "a tie of %s and %s"
            .formatted(first.limit(rivals.size()).collect(joining(", ")), rivals.getLast());
      }
      return best;
    }

    /** The remark after the rates. */
    String remark() {
      return keepingUp == 1 && eligible > 1 ? ", the only one that keeps up" : "";
    }
  }

  /**
   * The verdict.
   *
   * @param stopped the place where the user stopped, if so
   */
  static Verdict of(
      Sweep.Finished finished, SimulationSetting setting, Optional<Interruption> stopped) {
    if (finished.rates().isEmpty()) {
      return new Verdict("Nothing was simulated.", List.of());
    }
    int counted = setting.requests() - setting.warmUp();
    // A rate above the capacity of all policies needs no simulation.
    boolean allBeyondReach = finished.rates().stream().allMatch(at -> at.rate().isUnstable());
    if (!SampleSize.carries(counted, TAIL) && !allBeyondReach) {
      return new Verdict(
          "No verdict: a p99 needs %,d requests in each run, these have %,d."
              .formatted(SampleSize.fewest(TAIL), counted),
          stopped.map(Interruption::sentence).stream().toList(),
          Outcome.TOO_FEW);
    }
    var judged = new ArrayList<AtRate>();
    var details = new ArrayList<String>();
    stopped.map(Interruption::sentence).ifPresent(details::add);
    for (AtRate at : finished.rates()) {
      if (isWhole(at, setting)) {
        judged.add(at);
      } else {
        details.add("At %s requests/s: interrupted, not judged.".formatted(at.rate().text()));
      }
    }
    return judged.isEmpty()
        ? new Verdict(
            "No verdict: %s; not all policies were finished at any rate."
                .formatted(stopped.map(Interruption::inWords).orElse("interrupted")),
            details,
            Outcome.TOO_FEW)
        : of(judged, details, setting.seed());
  }

  /**
   * True if all policies were finished. Otherwise the lowest of some may not be the lowest of all.
   */
  private static boolean isWhole(AtRate at, SimulationSetting setting) {
    return at.traces().getFirst().runs().size() == setting.policies().size();
  }

  private static Verdict of(List<AtRate> rates, List<String> before, long seed) {
    var leads = new LinkedHashMap<AtRate, Lead>();
    var overloads = new ArrayList<String>();
    var details = new ArrayList<>(before);
    var unstable = new ArrayList<String>();
    for (AtRate at : rates) {
      var paired = new PairedRuns(at, seed);
      Lead lead = lead(at, paired);
      if (lead == null) {
        overloads.add(overload(at.rate()));
      } else {
        leads.put(at, lead);
        details.add("At %s requests/s: %s.".formatted(at.rate().text(), inWords(at, paired, lead)));
      }
      List<String> late = paired.policies().stream().filter(paired::isUnstable).toList();
      if (!late.isEmpty()) {
        unstable.add("%s at %s requests/s".formatted(String.join(", ", late), at.rate().text()));
      }
    }
    details.addAll(overloads);
    if (!unstable.isEmpty()) {
      details.add(
          "Unstable: the backlog still grew at the last arrival, so the figures only show the length of the run: %s."
              .formatted(String.join("; ", unstable)));
    }
    int traces = rates.getFirst().traces().size();
    details.add(simulated(traces));
    Stream<String> winners = leads.isEmpty() ? Stream.of() : Stream.of(winners(leads, traces));
    return new Verdict(
        Stream.concat(winners, overloads.stream()).collect(joining(" ")), details, outcome(leads));
  }

  /** The outcome; null if no rate has two policies that keep up. */
  private static @Nullable Outcome outcome(Map<AtRate, Lead> leads) {
    if (leads.values().stream().noneMatch(lead -> lead.eligible() > 1)) {
      return null;
    }
    return leads.values().stream().anyMatch(lead -> lead.rivals().size() + 1 < lead.eligible())
        ? Outcome.DIFFERENCE
        : Outcome.NO_DIFFERENCE;
  }

  private static String simulated(int traces) {
    return "Simulated: %s for each rate, the same for all policies; the machine is ideal except for the named costs."
        .formatted(
            traces == 1
                ? "one trace"
                : "%d traces, of as many seeds,".formatted(traces)
                    + " of which every figure is the mean, also percentiles,");
  }

  /**
   * The leader; null if no policy keeps up. At a rate above the capacity of all policies, a short
   * run may not show this.
   */
  private static @Nullable Lead lead(AtRate at, PairedRuns paired) {
    List<String> eligible = paired.eligible();
    List<String> keepingUp =
        eligible.stream()
            .filter(policy -> !at.rate().isUnstable() && !paired.isUnstable(policy))
            .toList();
    if (keepingUp.isEmpty()) {
      return null;
    }
    String best =
        keepingUp.stream()
            .min(Comparator.comparingDouble(policy -> paired.percentileMs(policy, TAIL)))
            .orElseThrow();
    List<String> rivals =
        keepingUp.stream()
            .filter(policy -> !policy.equals(best))
            .filter(policy -> !paired.ratio(best, policy, TAIL).differs())
            .toList();
    return new Lead(best, rivals, keepingUp.size(), eligible.size());
  }

  private static String winners(Map<AtRate, Lead> leads, int traces) {
    var ratesByLead = new LinkedHashMap<List<String>, List<String>>();
    leads.forEach((at, lead) ->
        ratesByLead
            .computeIfAbsent(List.of(lead.inWords(), lead.remark()), words -> new ArrayList<>())
            .add(at.rate().text()));
    boolean contested = leads.values().stream().anyMatch(lead -> lead.keepingUp() > 1);
    boolean tied = leads.values().stream().anyMatch(lead -> !lead.rivals().isEmpty());
    boolean undecided = traces == 1 && contested;
    String remedy =
        undecided
            ? " Add --repeats %d to decide.".formatted(ENOUGH_REPEATS)
            : tied
                ? " Add --repeats %d to decide ties."
                    .formatted(Math.max(ENOUGH_REPEATS, 2 * traces))
                : "";
    return ratesByLead.entrySet().stream()
        .map(entry ->
            "%s at %s requests/s%s"
                .formatted(
                    entry.getKey().getFirst(),
                    String.join(", ", entry.getValue()),
                    entry.getKey().getLast()))
        .collect(
            joining(
                "; ",
                "Lowest simulated p99%s: "
                    .formatted(undecided ? ", of one seed and so not decided" : ""),
                "." + remedy));
  }

  private static String overload(Rate rate) {
    String at =
        "keeps up at %s requests/s, load %s".formatted(rate.text(), Numbers.percent(rate.load()));
    String most = Numbers.significant(rate.mostPerSecond()) + " requests/s";
    double mostLoad = rate.load() * rate.mostPerSecond() / rate.perSecond();
    return rate.isUnstable()
        ? "No policy %s: any policy carries at most %s, load %s; try --load %s."
            .formatted(
                at,
                most,
                Numbers.percent(mostLoad),
                Numbers.plain(Math.rint(100 * EASY * mostLoad) / 100))
        : "No policy of these %s, although %s is possible with the least work; curtail capacity finds the load of each of them."
            .formatted(at, most);
  }

  private static String inWords(AtRate at, PairedRuns paired, Lead lead) {
    double p99Ms = paired.percentileMs(lead.best(), TAIL);
    Double boundMs = boundMs(at);
    return lead.best()
        + " has a p99 of "
        + Numbers.time(p99Ms)
        + (boundMs == null
            ? ""
            : ", %s above the %s that is the limit for any policy"
                .formatted(
                    Numbers.percent(Math.max(0, p99Ms / boundMs - 1)), Numbers.time(boundMs)))
        + (lead.rivals().isEmpty()
            ? ""
            : "; no difference is shown to " + String.join(", ", lead.rivals()));
  }

  private static @Nullable Double boundMs(AtRate at) {
    double sumMs = 0;
    for (OnTrace on : at.traces()) {
      Limit limit = on.limit();
      if (limit == null) {
        return null;
      }
      sumMs += limit.p99Ms();
    }
    return sumMs / at.traces().size();
  }
}
