package org.curtail.papers.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.experiments.SlowToFastMachines.Pair;
import org.curtail.speed.SpeedMachine;

/**
 * Slow to fast: the talk's last diagrams, tail and energy against load, with core classes, with
 * clocks, and with Pegasus. The experiment also finds where a race to idle is better. The paper's
 * tables of power are not public ({@link SlowToFastMachines}).
 */
final class SlowToFastExperiment extends Experiment {
  SlowToFastExperiment() {
    super(
        "slow-to-fast",
        "Exploiting heterogeneity for tail latency and energy efficiency (Haque, He, Elnikety, Nguyen, Bianchini, McKinley, MICRO 2017)");
  }

  @Override
  Findings run(ScenarioRunner runner) throws InterruptedException {
    List<Pair> pairs = SlowToFastMachines.pairs();
    SlowToFastRuns measured = SlowToFastRuns.measure(runner, pairs);
    var steps = new LinkedHashMap<String, SlowToFastSteps>();
    for (Pair pair : pairs) {
      steps.put(pair.clocksName(), SlowToFastSteps.measure(runner, pair.clocks()));
      steps.put(pair.coresName(), SlowToFastSteps.measure(runner, pair.cores()));
    }
    Pair server = pairs.getFirst();
    var machines = new LinkedHashMap<String, SpeedMachine>();
    machines.put(server.clocksName(), server.clocks());
    machines.put(server.coresName(), server.cores());
    ThreadsAndSpeeds together = ThreadsAndSpeeds.measure(runner, machines);
    return Findings.ofFigures(
        pairs.getFirst().clocks().cores(),
        SlowToFastFigures.of(measured, pairs, steps),
        Stream.of(SlowToFastClaims.of(measured, pairs, steps), ThreadsAndSpeedsClaims.of(together))
            .flatMap(List::stream)
            .toList(),
        settings(pairs));
  }

  private static Map<String, Object> settings(List<Pair> pairs) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("demand", "that of the Few-to-Many paper's Lucene, one thread for each request");
    settings.put(
        "target",
        "p%.0f of at most %.0f ms".formatted(SlowToFastRuns.PERCENTILE, SlowToFastRuns.TARGET_MS));
    for (Pair pair : pairs) {
      settings.put(pair.name(), pair.words());
    }
    settings.put("energy", "all that the cores draw, idle ones too, divided among the requests");
    settings.put(
        "best thresholds",
        "those that draw least on the very requests that are measured, so that tails are equal; nobody knows them beforehand");
    settings.put(
        "controllers",
        "Pegasus and slow to fast, controlled: %d times as many requests as named above, on which they learn too"
            .formatted(SlowToFastRuns.CONTROLLED_FACTOR));
    settings.put(
        "threads and speeds together",
        "the same demand with up to four threads; moving costs nothing there");
    settings.put(
        "steps of load",
        "%s of what a machine carries, eight windows of the controller each; a window is settled if its p%.0f is at most 5 %% above the target"
            .formatted(
                SlowToFastSteps.LOADS.stream()
                    .map(Numbers::percent)
                    .collect(Collectors.joining(", ")),
                SlowToFastRuns.PERCENTILE));
    return settings;
  }
}
