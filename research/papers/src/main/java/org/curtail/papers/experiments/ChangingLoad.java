package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PolicyRun;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.sim.Machine;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.SteppedArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A changing load (Adaptive parallelism paper, Figure 12): 30 requests/s, then 60, then 30 again,
 * for equal times. The measure of this load is the mean latency of the requests of the last 30 s.
 *
 * @param meansMs means at each {@link #momentsMs}, by policy and repeat; without policies that
 *     cannot carry the load in every repeat
 * @param momentsMs times of the means
 * @param phaseMs length of each rate
 */
record ChangingLoad(
    Map<String, List<List<Double>>> meansMs, List<Double> momentsMs, double phaseMs) {
  static final List<Double> RATES = List.of(30.0, 60.0, 30.0);
  private static final double WINDOW_MS = 30_000;
  private static final double EVERY_MS = 15_000;

  /** Measures policies, with the runner's number of requests. */
  static ChangingLoad measure(
      ScenarioRunner runner,
      Profile profile,
      Machine machine,
      Map<String, Contender.Fixed> policies)
      throws InterruptedException {
    double perSecond = RATES.stream().mapToDouble(rate -> rate).sum();
    double phaseMs = 1000 * runner.requests() / perSecond;
    var arrivals =
        new SteppedArrivals(RATES.stream().map(rate -> new RatePeriod(rate, phaseMs)).toList());
    List<Double> momentsMs = moments(RATES.size() * phaseMs);
    var tasks = new ArrayList<Callable<Optional<List<Double>>>>();
    for (Contender.Fixed policy : policies.values()) {
      for (long seed : runner.seeds()) {
        tasks.add(() -> {
          Trace trace = Traces.draw(arrivals, profile, runner.requests(), seed);
          PolicyRun run = PolicyRun.of(policy, profile, machine, trace, seed);
          return run.isUnstable() ? Optional.empty() : Optional.of(meansMs(run, trace, momentsMs));
        });
      }
    }
    List<Optional<List<Double>>> runs = runner.all(tasks);
    var meansMs = new LinkedHashMap<String, List<List<Double>>>();
    int repeats = runner.seeds().size();
    List<String> names = List.copyOf(policies.keySet());
    for (int i = 0; i < names.size(); i++) {
      List<List<Double>> carried =
          runs.subList(i * repeats, (i + 1) * repeats).stream().flatMap(Optional::stream).toList();
      if (carried.size() == repeats) {
        meansMs.put(names.get(i), carried);
      }
    }
    return new ChangingLoad(meansMs, momentsMs, phaseMs);
  }

  private static List<Double> moments(double endMs) {
    return IntStream.rangeClosed(1, (int) (endMs / EVERY_MS))
        .mapToObj(i -> (Double) (i * EVERY_MS))
        .filter(moment -> moment >= Math.min(WINDOW_MS, endMs / RATES.size()))
        .toList();
  }

  private static List<Double> meansMs(PolicyRun run, Trace trace, List<Double> momentsMs) {
    return momentsMs.stream()
        .map(moment ->
            IntStream.range(0, trace.size())
                .filter(
                    i -> trace.arrivalMs(i) <= moment && trace.arrivalMs(i) > moment - WINDOW_MS)
                .mapToDouble(i -> run.outcome().latencyNanos(i) / 1e6)
                .average()
                .orElse(0))
        .toList();
  }

  private static List<Estimate> estimates(List<List<Double>> runs) {
    return IntStream.range(0, runs.isEmpty() ? 0 : runs.getFirst().size())
        .mapToObj(moment -> Estimate.of(runs.stream().map(run -> run.get(moment)).toList()))
        .toList();
  }

  /** A policy's moving average over the seconds. */
  Curve curve(String policy) {
    List<Estimate> means = estimates(meansMs.getOrDefault(policy, List.of()));
    return new Curve(
        policy,
        false,
        IntStream.range(0, means.size())
            .mapToObj(i ->
                new Point(
                    momentsMs.get(i) / 1000,
                    means.get(i).mean(),
                    means.get(i).low(),
                    means.get(i).high()))
            .toList());
  }

  /**
   * Returns the mean of each repeat in a phase, over the moments with a window in this phase. Empty
   * without such a moment, or if the policy could not carry the load.
   *
   * @param phase 0 to 2
   */
  List<Double> phaseMeansMs(String policy, int phase) {
    double fromMs = phase * phaseMs + WINDOW_MS;
    double toMs = (phase + 1) * phaseMs;
    return meansMs.getOrDefault(policy, List.of()).stream()
        .flatMap(run ->
            IntStream.range(0, run.size())
                .filter(i -> momentsMs.get(i) >= fromMs && momentsMs.get(i) <= toMs)
                .mapToDouble(run::get)
                .average()
                .stream()
                .boxed())
        .toList();
  }
}
