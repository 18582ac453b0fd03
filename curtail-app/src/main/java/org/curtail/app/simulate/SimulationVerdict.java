package org.curtail.app.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.app.bench.PairedBootstrap;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Verdict;
import org.curtail.app.simulate.Sweep.AtRate;

/**
 * Says which policy had the lowest tail on each trace, from which others it cannot be told, and how
 * far it is above the limit.
 */
final class SimulationVerdict {
  private static final double TAIL = 99;

  private SimulationVerdict() {}

  static Verdict of(Sweep.Finished finished, PairedBootstrap bootstrap) {
    if (finished.rates().isEmpty()) {
      return new Verdict("Nothing was simulated.", List.of());
    }
    Map<String, List<String>> ratesByBest = new LinkedHashMap<>();
    var details = new ArrayList<String>();
    for (AtRate at : finished.rates()) {
      PolicyRun best = best(at);
      String rate = at.rate().text();
      List<String> rivals = rivals(at, best, bootstrap);
      String names =
          Stream.concat(Stream.of(best.policy()), rivals.stream())
              .collect(Collectors.joining(" or "));
      ratesByBest.computeIfAbsent(names, policies -> new ArrayList<>()).add(rate);
      details.add("At %s requests/s: %s.".formatted(rate, inWords(at, best, rivals)));
    }
    details.add(
        "Simulated: one trace for each rate, the same for all policies; the machine is ideal but for the costs named.");
    return new Verdict(
        ratesByBest.entrySet().stream()
                .map(entry ->
                    "%s at %s requests/s"
                        .formatted(entry.getKey(), String.join(", ", entry.getValue())))
                .collect(Collectors.joining("; ", "Lowest simulated p99: ", ""))
            + ".",
        details);
  }

  /** The first of those with the lowest 99th percentile. */
  static PolicyRun best(AtRate at) {
    return at.runs().stream()
        .min(Comparator.comparingDouble(SimulationVerdict::p99Ms))
        .orElseThrow();
  }

  /** Those whose p99 cannot be told from the best, by a 95 % interval over blocks in pairs. */
  private static List<String> rivals(AtRate at, PolicyRun best, PairedBootstrap bootstrap) {
    PairedBootstrap.Figure lowest = tail(best);
    return at.runs().stream()
        .filter(run -> !run.policy().equals(best.policy()))
        .filter(run -> !bootstrap.ratio(lowest, tail(run)).differs())
        .map(PolicyRun::policy)
        .toList();
  }

  private static PairedBootstrap.Figure tail(PolicyRun run) {
    return PairedBootstrap.percentile(Blocks.of(run.outcome()), TAIL);
  }

  private static double p99Ms(PolicyRun run) {
    return run.outcome().percentileMs(TAIL);
  }

  private static String inWords(AtRate at, PolicyRun best, List<String> rivals) {
    double p99Ms = p99Ms(best);
    Double boundMs = at.boundMs();
    return best.policy()
        + " has a p99 of "
        + Numbers.time(p99Ms)
        + (boundMs == null
            ? ""
            : ", %s above the %s that no policy can be below"
                .formatted(
                    Numbers.percent(Math.max(0, p99Ms / boundMs - 1)), Numbers.time(boundMs)))
        + (rivals.isEmpty() ? "" : "; no difference is shown to " + String.join(", ", rivals))
        + (at.rate().isUnstable() ? "; unstable, any policy carries less than this" : "");
  }
}
