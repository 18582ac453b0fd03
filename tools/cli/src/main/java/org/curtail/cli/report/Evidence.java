package org.curtail.cli.report;

import java.util.Optional;
import org.curtail.benchkit.results.Results;

/** Origin of results, the most important first. */
enum Evidence {
  LIVE("Live on %s"),
  EMULATED("The engine on %s, emulated"),
  SIMULATED("Simulated on %s");

  private final String words;

  Evidence(String words) {
    this.words = words;
  }

  /**
   * The origin of results that compare policies of threads; empty for all others. Contenders of
   * OpenSearch are settings of a cluster, of which no policy of the registry can win.
   */
  static Optional<Evidence> of(Results results) {
    boolean sideBySide = results.runs().stream().map(run -> run.policy()).distinct().count() > 1;
    boolean other =
        results.runs().stream()
            .anyMatch(
                run -> run.hedges() != null || run.workflow() != null || run.energy() != null);
    boolean cluster = results.settings().containsKey("OpenSearch");
    if (!sideBySide
        || other
        || cluster
        || !results.claims().isEmpty()
        || !results.tables().isEmpty()) {
      return Optional.empty();
    }
    return switch (results.kind()) {
      case "bench" -> Optional.of(results.emulated().isEmpty() ? LIVE : EMULATED);
      case "simulate" -> Optional.of(SIMULATED);
      default -> Optional.empty();
    };
  }

  /** Text such as: Live on 2 cores. */
  String on(int cores) {
    return words.formatted(cores + (cores == 1 ? " core" : " cores"));
  }
}
