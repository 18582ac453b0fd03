package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PolicyRun;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A fast changing load (Few-to-Many paper, Figure 11): rounds of quanta of 500 requests, each
 * quantum at its rate. In each quantum the last 100 requests count. A quantum has one p99 over all
 * rounds.
 *
 * @param p99Ms p99 by policy, repeat and quantum, without policies that cannot carry the load in
 *     every repeat
 * @param rates requests per second of each quantum
 */
record LoadBursts(Map<String, List<List<Double>>> p99Ms, List<Double> rates) {
  private static final int QUANTUM = 500;
  private static final int COUNTED = 100;
  private static final double TAIL = 99;

  /** Measures policies, with the rounds of the runner's number of requests, at least one. */
  static LoadBursts measure(
      ScenarioRunner runner,
      Profile profile,
      Machine machine,
      List<Contender.Fixed> policies,
      List<Double> rates)
      throws InterruptedException {
    int requests =
        Math.max(1, runner.requests() / (QUANTUM * rates.size())) * QUANTUM * rates.size();
    var tasks = new ArrayList<Callable<Optional<List<Double>>>>();
    for (Contender.Fixed policy : policies) {
      for (long seed : runner.seeds()) {
        tasks.add(() -> {
          Trace trace = trace(profile, requests, seed, rates);
          PolicyRun run = PolicyRun.of(policy, profile, machine, trace, seed);
          return run.isUnstable() ? Optional.empty() : Optional.of(p99Ms(run, rates.size()));
        });
      }
    }
    List<Optional<List<Double>>> measured = runner.all(tasks);
    var p99Ms = new LinkedHashMap<String, List<List<Double>>>();
    int repeats = runner.seeds().size();
    for (int i = 0; i < policies.size(); i++) {
      List<List<Double>> runs =
          measured.subList(i * repeats, (i + 1) * repeats).stream()
              .flatMap(Optional::stream)
              .toList();
      if (runs.size() == repeats) {
        p99Ms.put(policies.get(i).name(), runs);
      }
    }
    return new LoadBursts(p99Ms, rates);
  }

  /** Returns a policy's quanta over the repeats; empty if it could not carry the bursts. */
  private List<Estimate> byQuantum(String policy) {
    List<List<Double>> runs = p99Ms.get(policy);
    return runs == null
        ? List.of()
        : IntStream.range(0, rates.size())
            .mapToObj(quantum -> Estimate.of(runs.stream().map(run -> run.get(quantum)).toList()))
            .toList();
  }

  /** Returns Poisson arrivals, each gap at the rate of its quantum. */
  static Trace trace(Profile profile, int requests, long seed, List<Double> rates) {
    Trace steady = Traces.draw(new PoissonArrivals(1), profile, requests, seed);
    double[] arrivalsMs = new double[requests];
    int[] drawn = new int[requests];
    double nowMs = 0;
    for (int i = 0; i < requests; i++) {
      double gapMs = steady.arrivalMs(i) - (i == 0 ? 0 : steady.arrivalMs(i - 1));
      nowMs += gapMs / rates.get(i / QUANTUM % rates.size());
      arrivalsMs[i] = nowMs;
      drawn[i] = steady.request(i);
    }
    return Trace.of(arrivalsMs, drawn);
  }

  private static List<Double> p99Ms(PolicyRun run, int quanta) {
    int requests = run.outcome().requests();
    return IntStream.range(0, quanta)
        .mapToObj(quantum -> {
          double[] latenciesMs =
              IntStream.range(0, requests)
                  .filter(i -> i / QUANTUM % quanta == quantum && i % QUANTUM >= QUANTUM - COUNTED)
                  .mapToDouble(i -> run.outcome().latencyNanos(i) / 1e6)
                  .toArray();
          Arrays.sort(latenciesMs);
          return Percentile.of(latenciesMs, TAIL);
        })
        .toList();
  }

  /** Returns a policy's p99 by number of the quantum, from 1. */
  Curve curve(String policy) {
    List<Estimate> quanta = byQuantum(policy);
    return new Curve(
        policy,
        false,
        IntStream.range(0, quanta.size())
            .mapToObj(i ->
                new Point(i + 1.0, quanta.get(i).mean(), quanta.get(i).low(), quanta.get(i).high()))
            .toList());
  }

  /**
   * Returns true if one policy is below another in the quanta of a rate, in each repeat. A policy
   * that could not carry the bursts is above all others.
   */
  Answer below(String policy, String other, double rate) {
    List<List<Double>> runs = p99Ms.get(policy);
    List<List<Double>> others = p99Ms.get(other);
    if (runs == null || others == null) {
      return Answer.of(runs != null);
    }
    return IntStream.range(0, rates.size())
        .filter(quantum -> rates.get(quantum) == rate)
        .mapToObj(quantum -> difference(runs, others, quantum).below(0))
        .reduce(Answer.YES, Answer::and);
  }

  private static Estimate difference(
      List<List<Double>> runs, List<List<Double>> others, int quantum) {
    return Estimate.of(
        IntStream.range(0, runs.size())
            .mapToObj(i -> runs.get(i).get(quantum) - others.get(i).get(quantum))
            .toList());
  }

  /** Returns the means of a policy in words. */
  String inWords(String policy) {
    List<Estimate> quanta = byQuantum(policy);
    return policy
        + " "
        + (quanta.isEmpty()
            ? "not stable"
            : String.join(", ", quanta.stream().map(q -> "%.0f".formatted(q.mean())).toList()));
  }
}
