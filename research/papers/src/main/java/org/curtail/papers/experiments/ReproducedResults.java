package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.jspecify.annotations.Nullable;

/** Makes results of what an experiment found. */
public final class ReproducedResults {
  private ReproducedResults() {}

  /**
   * The results.
   *
   * @param command the command that does the same again
   */
  public static Results of(
      Experiment experiment, Findings findings, ScenarioRunner runner, String command) {
    @Nullable Measurements measured = findings.measured();
    var settings = new LinkedHashMap<String, Object>();
    settings.put("experiment", experiment.name());
    settings.put("paper", experiment.title());
    settings.put("seeds", runner.seeds());
    settings.put("requests per run", runner.requests());
    settings.putAll(findings.settings());
    return new Results(
            "reproduce",
            runner.seeds().getFirst(),
            findings.cores(),
            command,
            settings,
            measured == null ? null : Demand.of(measured.scenario().profile()),
            findings.table(),
            null,
            measured == null ? List.of() : measured.means(),
            verdict(experiment, findings))
        .with()
        .claims(findings.claims())
        .figures(findings.figures())
        .repeats(measured == null ? List.of() : measured.repeats())
        .variants(findings.variants().stream().map(Measurements::variant).toList())
        .results();
  }

  private static Verdict verdict(Experiment experiment, Findings findings) {
    boolean hasTies = findings.claims().stream().anyMatch(Claim::isTie);
    List<Double> differences =
        findings.claims().stream()
            .filter(claim -> claim.unit().equals("%"))
            .map(Claim::difference)
            .filter(Objects::nonNull)
            .map(Math::abs)
            .sorted()
            .toList();
    var details = new ArrayList<String>();
    details.add(experiment.title());
    if (!differences.isEmpty()) {
      details.add(
          "Of %d percentages that the paper states, ours differ by %.0f points in the median and by %.0f at most."
              .formatted(
                  differences.size(),
                  differences.get(differences.size() / 2),
                  differences.getLast()));
    }
    Measurements measured = findings.measured();
    String unstable = measured == null ? "" : measured.unstable();
    if (!unstable.isEmpty()) {
      details.add("Not shown, as requests pile up without end: " + unstable + ".");
    }
    return new Verdict(
        Claim.summary(findings.claims(), "in the simulator")
            + (hasTies ? ", as repeats differ: add --repeats." : "."),
        details);
  }
}
