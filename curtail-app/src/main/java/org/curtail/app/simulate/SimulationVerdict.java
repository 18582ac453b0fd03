package org.curtail.app.simulate;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Verdict;
import org.curtail.app.simulate.Sweep.AtRate;
import org.curtail.app.simulate.Sweep.OnTrace;
import org.jspecify.annotations.Nullable;

/**
 * Says which policy had the lowest tail on each trace, from which others it cannot be told, and how
 * far it is above the limit.
 */
final class SimulationVerdict {
  private static final double TAIL = 99;

  private SimulationVerdict() {}

  static Verdict of(Sweep.Finished finished, long seed) {
    if (finished.rates().isEmpty()) {
      return new Verdict("Nothing was simulated.", List.of());
    }
    Map<String, List<String>> ratesByBest = new LinkedHashMap<>();
    var details = new ArrayList<String>();
    var unstable = new ArrayList<String>();
    for (AtRate at : finished.rates()) {
      var paired = new PairedRuns(at, seed);
      String best = best(paired);
      String rate = at.rate().text();
      List<String> rivals = rivals(paired, best);
      String names = Stream.concat(Stream.of(best), rivals.stream()).collect(joining(" or "));
      ratesByBest.computeIfAbsent(names, policies -> new ArrayList<>()).add(rate);
      details.add("At %s requests/s: %s.".formatted(rate, inWords(at, paired, best, rivals)));
      List<String> late = paired.policies().stream().filter(paired::isUnstable).toList();
      if (!late.isEmpty()) {
        unstable.add("%s at %s requests/s".formatted(String.join(", ", late), rate));
      }
    }
    if (!unstable.isEmpty()) {
      details.add(
          "Unstable, the backlog still grew when the last request arrived, so that figures say how"
              + " long the run was and no more: %s.".formatted(String.join("; ", unstable)));
    }
    details.add(simulated(finished.rates().getFirst().traces().size()));
    return new Verdict(
        ratesByBest.entrySet().stream()
                .map(entry ->
                    "%s at %s requests/s"
                        .formatted(entry.getKey(), String.join(", ", entry.getValue())))
                .collect(joining("; ", "Lowest simulated p99: ", ""))
            + ".",
        details);
  }

  private static String simulated(int traces) {
    return "Simulated: %s for each rate, the same for all policies; the machine is ideal but for the costs named."
        .formatted(
            traces == 1
                ? "one trace"
                : "%d traces, of as many seeds,".formatted(traces)
                    + " of which every figure is the mean, also percentiles,");
  }

  /** The first eligible with the lowest 99th percentile; one that keeps up, if any does. */
  private static String best(PairedRuns paired) {
    return paired.eligible().stream()
        .min(
            Comparator.comparing(paired::isUnstable)
                .thenComparingDouble(policy -> paired.percentileMs(policy, TAIL)))
        .orElseThrow();
  }

  /** Those whose p99 cannot be told from the best, by a 95 % interval in pairs. */
  private static List<String> rivals(PairedRuns paired, String best) {
    return paired.eligible().stream()
        .filter(policy -> !policy.equals(best))
        .filter(policy -> paired.isUnstable(policy) == paired.isUnstable(best))
        .filter(policy -> !paired.ratio(best, policy, TAIL).differs())
        .toList();
  }

  private static String inWords(AtRate at, PairedRuns paired, String best, List<String> rivals) {
    double p99Ms = paired.percentileMs(best, TAIL);
    Double boundMs = boundMs(at);
    return best
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
