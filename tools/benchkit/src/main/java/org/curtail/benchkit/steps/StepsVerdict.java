package org.curtail.benchkit.steps;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/** Findings on each policy in the steps, compared with {@code sequential}. */
public final class StepsVerdict {
  /** Name of the reference of all comparisons. */
  public static final String BASELINE = "sequential";

  /** Least number of repeats: with fewer, intervals have no meaning. */
  public static final int FEWEST_REPEATS = TooFew.FEWEST_BLOCKS;

  private static final String PREFERRED_SUBJECT = "few-to-many";

  /** Least range of mean degrees that a finding mentions. */
  private static final double LEAST_RANGE = 0.1;

  private StepsVerdict() {}

  /**
   * Returns the verdict.
   *
   * @param steps steps in order of time
   * @param repeats number of runs through all steps
   * @param stopped progress at which the user stopped; empty for a complete run
   */
  public static Verdict of(List<Step> steps, int repeats, Optional<Interruption> stopped) {
    List<String> policies = steps.stream().map(Step::policy).distinct().toList();
    var details = new ArrayList<String>();
    Optional<String> subject =
        policies.stream()
            .filter(policy -> !policy.equals(BASELINE))
            .reduce((first, second) -> first.equals(PREFERRED_SUBJECT) ? first : second);
    String headline;
    Outcome outcome;
    boolean comparable = policies.contains(BASELINE) && subject.isPresent();
    if (repeats < FEWEST_REPEATS && (comparable || stopped.isPresent())) {
      headline = TooFew.headline(repeats, "repeat", FEWEST_REPEATS, stopped);
      outcome = Outcome.TOO_FEW;
    } else if (!comparable) {
      headline = "There is nothing to compare: name sequential and another policy.";
      outcome = Outcome.NOTHING_TO_COMPARE;
    } else {
      List<Step> judged = of(subject.orElseThrow(), steps);
      headline = "Step by step, the mean latency of " + against(judged) + ".";
      outcome =
          judged.stream().anyMatch(StepsVerdict::differs)
              ? Outcome.DIFFERENCE
              : Outcome.NO_DIFFERENCE;
      for (String policy : policies) {
        if (!policy.equals(BASELINE) && !policy.equals(subject.orElseThrow())) {
          details.add("The mean latency of " + against(of(policy, steps)) + ".");
        }
      }
      long comparisons = steps.stream().filter(step -> step.againstSequential() != null).count();
      details.add(Verdict.chance(comparisons));
    }
    policies.stream()
        .map(policy -> of(policy, steps))
        .max(Comparator.comparingDouble(StepsVerdict::range))
        .filter(most -> range(most) >= LEAST_RANGE)
        .ifPresent(most -> details.add(degrees(most)));
    return new Verdict(headline, details, outcome);
  }

  private static List<Step> of(String policy, List<Step> steps) {
    return steps.stream().filter(step -> step.policy().equals(policy)).toList();
  }

  private static String against(List<Step> steps) {
    return steps.stream()
        .map(step -> "%s at %s requests/s".formatted(change(step), Numbers.plain(step.rps())))
        .collect(
            Collectors.joining(
                ", then ", steps.getFirst().policy() + " against " + BASELINE + "'s is ", ""));
  }

  private static boolean differs(Step step) {
    Ratio ratio = step.againstSequential();
    return ratio != null && ratio.differs();
  }

  private static String change(Step step) {
    Ratio ratio = step.againstSequential();
    if (ratio == null || !ratio.differs()) {
      return "not shown to differ";
    }
    return Numbers.percent(Math.abs(ratio.value() - 1))
        + (ratio.value() < 1 ? " lower" : " higher");
  }

  /** Returns the range of the mean degree over the steps. */
  private static double range(List<Step> steps) {
    var degrees = steps.stream().mapToDouble(Step::meanDegree).summaryStatistics();
    return degrees.getMax() - degrees.getMin();
  }

  private static String degrees(List<Step> steps) {
    return steps.stream()
        .map(step ->
            "%s at %s requests/s"
                .formatted(Numbers.decimal(step.meanDegree()), Numbers.plain(step.rps())))
        .collect(
            Collectors.joining(
                ", then ",
                "The degree of "
                    + steps.getFirst().policy()
                    + " changes most with the load; in the mean it is ",
                "."));
  }
}
