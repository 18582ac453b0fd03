package org.curtail.benchkit.results;

import java.util.List;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyResults.Threshold;
import org.curtail.benchkit.text.Numbers;

/** Findings on energy, in sentences. */
public final class EnergyWords {
  private EnergyWords() {}

  /** Returns a sentence on the policy with the least energy at a load. */
  public static String headline(EnergyResults results, Load load) {
    String target =
        "%s of at most %s"
            .formatted(Numbers.percentile(results.percentile()), Numbers.time(results.targetMs()));
    return load.bestLine()
        .map(best ->
            "Least energy with a %s: %s, %s of all-fast."
                .formatted(target, best.policy(), Numbers.percent(best.ofAllFast())))
        .orElse(
            "No policy has a %s at this load: less load, faster cores or more of them are needed."
                .formatted(target));
  }

  /** Returns a sentence with the thresholds of a policy; empty for other policies. */
  public static String toSet(Line line) {
    List<Threshold> thresholds = line.thresholds();
    return thresholds == null
        ? ""
        : "To set for %s: %s."
            .formatted(
                line.policy(),
                thresholds.stream()
                    .map(threshold ->
                        "%s from %s on".formatted(threshold.speedClass(), age(threshold.ageMs())))
                    .collect(Collectors.joining(", ")));
  }

  private static String age(double ms) {
    return ms == 0 ? "the start" : Numbers.time(ms);
  }
}
