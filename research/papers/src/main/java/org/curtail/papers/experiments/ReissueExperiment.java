package org.curtail.papers.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Results;

/**
 * Reissue with a budget. The experiment has the simulations and systems of the SingleR paper, the
 * talk's three diagrams, and other ways to shorten the tail of replicated servers. The paper's logs
 * are not public; the services are formulas ({@link ReissueWorkloads}).
 */
final class ReissueExperiment extends Experiment {
  static final String NAME = "reissue";

  /** Results on real servers. */
  private final List<Results> measured;

  ReissueExperiment() {
    this(List.of());
  }

  private ReissueExperiment(List<Results> measured) {
    super(
        NAME,
        "Optimal reissue policies (Kaler, He, Elnikety, SPAA 2017) beside hedging, load-aware hedging and load balancing");
    this.measured = List.copyOf(measured);
  }

  @Override
  Experiment with(List<Results> results) {
    results.forEach(RealServerClaims::check);
    return new ReissueExperiment(results);
  }

  @Override
  Findings run(ScenarioRunner runner) throws InterruptedException {
    var sweeps = new ReissueSweeps(runner);
    sweeps.withoutQueues(ReissueWorkloads.independent());
    sweeps.withoutQueues(ReissueWorkloads.correlated());
    for (double load : ReissueSweeps.LOADS) {
      sweeps.budgets(
          ReissueWorkloads.queueing(load),
          load == ReissueSweeps.PAPER_LOAD
              ? ReissueSweeps.BUDGETS
              : load == ReissueSweeps.HIGH_LOAD
                  ? ReissueSweeps.LARGE_BUDGETS
                  : List.of(ReissueSweeps.BUDGET));
    }
    sweeps.plannedOnce(
        ReissueWorkloads.queueing(ReissueSweeps.HIGH_LOAD), ReissueSweeps.LARGE_BUDGETS);
    for (double load : ReissueSweeps.SYSTEM_LOADS) {
      sweeps.budgets(ReissueWorkloads.lucene(load), ReissueSweeps.FEW_BUDGETS);
      sweeps.budgets(ReissueWorkloads.redis(load), ReissueSweeps.FEW_BUDGETS);
    }
    var opponents = new ReissueSweeps(runner);
    opponents.opponents(ReissueWorkloads::redis);
    opponents.opponents(ReissueWorkloads::lucene);
    opponents.opponents(ReissueWorkloads::pausing);
    ReplicaMeasurements simulated = sweeps.measure();
    ReplicaMeasurements compared = opponents.measure();
    return Findings.ofFigures(
        ReissueWorkloads.SERVERS,
        ReissueFigures.of(simulated, compared),
        Stream.of(ReissueClaims.of(simulated, compared), RealServerClaims.of(measured))
            .flatMap(List::stream)
            .toList(),
        settings());
  }

  private static Map<String, Object> settings() {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("servers", "10, each serves one request at a time, first come first served");
    settings.put(
        "independent, correlated",
        "Pareto of shape 1.1 from 2 ms; a correlated copy takes half of the first one's time and an independent draw");
    settings.put(
        "queueing",
        "log-normal, mu 1 and sigma 1 (ms), correlated alike; with the Pareto, whose variance is infinite, queues have no mean");
    settings.put(
        "requests",
        "%d times as many as named above in each run".formatted(ReplicaMeasurements.RUN_FACTOR));
    settings.put(
        "Redis",
        "log-normal, mean 2.4 ms, standard deviation 8.6 ms; copies take as long as first ones");
    settings.put(
        "Lucene",
        "the demand of the Few-to-Many paper's Lucene; copies take as long as first ones");
    settings.put("pauses", "each replica pauses 4 % of its time, 2 s at once");
    settings.put(
        "plans",
        "made from other requests, five times as many as named above; with queues by iteration under load, the best observed");
    settings.put(
        "budget",
        "with queues, a token bucket stops copies beyond one and a quarter of the budget, after a burst of 50; not for hedging at p95, tied requests and LAEDGE");
    settings.put("opponents", "copies that lose are cancelled at once and for nothing, else never");
    return settings;
  }
}
