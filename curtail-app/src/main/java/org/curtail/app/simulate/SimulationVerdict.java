package org.curtail.app.simulate;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Interruption;
import org.curtail.app.results.SampleSize;
import org.curtail.app.results.Verdict;
import org.curtail.app.results.Verdict.Outcome;
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

  /**
   * The verdict.
   *
   * @param stopped where the user stopped, if so
   */
  static Verdict of(
      Sweep.Finished finished, SimulationSetting setting, Optional<Interruption> stopped) {
    if (finished.rates().isEmpty()) {
      return new Verdict("Nothing was simulated.", List.of());
    }
    int counted = setting.requests() - setting.warmUp();
    if (!SampleSize.carries(counted, TAIL)) {
      return new Verdict(
          "No verdict: a p99 takes %,d requests in each run, these have %,d."
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

  /** Whether all policies were finished: the lowest of some may not be the lowest of all. */
  private static boolean isWhole(AtRate at, SimulationSetting setting) {
    return at.traces().getFirst().runs().size() == setting.policies().size();
  }

  private static Verdict of(List<AtRate> rates, List<String> details, long seed) {
    Map<String, List<String>> ratesByBest = new LinkedHashMap<>();
    var unstable = new ArrayList<String>();
    boolean difference = false;
    boolean compared = false;
    for (AtRate at : rates) {
      var paired = new PairedRuns(at, seed);
      String best = best(paired);
      String rate = at.rate().text();
      List<String> rivals = rivals(paired, best);
      compared |= paired.eligible().size() > 1;
      difference |= rivals.size() + 1 < paired.eligible().size();
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
    details.add(simulated(rates.getFirst().traces().size()));
    return new Verdict(
        ratesByBest.entrySet().stream()
                .map(entry ->
                    "%s at %s requests/s"
                        .formatted(entry.getKey(), String.join(", ", entry.getValue())))
                .collect(joining("; ", "Lowest simulated p99: ", ""))
            + ".",
        details,
        !compared ? null : difference ? Outcome.DIFFERENCE : Outcome.NO_DIFFERENCE);
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
