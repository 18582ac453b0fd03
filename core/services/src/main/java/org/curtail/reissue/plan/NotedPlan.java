package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * A plan and what else is known of it: where it comes from, how sure it is, what to watch. It is
 * what a file of a plan holds. Immutable.
 *
 * @param source free text: of which times it was planned; may be empty
 * @param notes sentences for whoever uses the plan
 * @param predictedMillis where the predicted latency lies, or null if nobody estimated that
 * @param reissueFraction where the share of reissues lies, or null if nobody estimated that
 * @param singleD the best for the same goal without a probability, for systems that have none; null
 *     if the plan itself has none, or nobody looked for it
 */
public record NotedPlan(
    ReissuePlan plan,
    String source,
    List<String> notes,
    @Nullable Range predictedMillis,
    @Nullable Range reissueFraction,
    @Nullable SingleD singleD) {
  /**
   * An interval with both ends.
   *
   * @param least finite, at least 0
   * @param most finite, at least {@code least}
   */
  public record Range(double least, double most) {
    public Range {
      if (!(least >= 0 && least <= most) || most == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "a range goes from 0 or more to a finite value that is not less: "
                + least
                + " to "
                + most);
      }
    }
  }

  /**
   * A copy for every request that has no answer after a delay.
   *
   * @param delayMillis since the first copy was sent; finite, at least 0
   * @param reissueFraction expected copies beside the first ones, per request: 0 to 1
   * @param predictedMillis latency at the percentile of the plan; finite, at least 0
   */
  public record SingleD(double delayMillis, double reissueFraction, double predictedMillis) {
    public SingleD {
      if (!(delayMillis >= 0 && predictedMillis >= 0)
          || delayMillis + predictedMillis == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "delayMillis and predictedMillis must be finite and at least 0: %s, %s"
                .formatted(delayMillis, predictedMillis));
      }
      if (!(reissueFraction >= 0 && reissueFraction <= 1)) {
        throw new IllegalArgumentException(
            "reissueFraction must be from 0 to 1: " + reissueFraction);
      }
    }
  }

  public NotedPlan {
    notes = List.copyOf(notes);
    for (int i = 0; i < notes.size(); i++) {
      if (notes.get(i).isBlank()) {
        throw new IllegalArgumentException("note %d is blank".formatted(i));
      }
    }
  }

  /** A plan of which nothing else is known. */
  public static NotedPlan of(ReissuePlan plan) {
    return new NotedPlan(plan, "", List.of(), null, null, null);
  }

  /** A plan with its intervals, and what to watch. */
  public static NotedPlan of(ReissueReport report) {
    return new NotedPlan(
        report.plan(),
        "",
        report.missingPairs().map(List::of).orElse(List.of()),
        range(report.predictedMillis()),
        range(report.reissueFraction()),
        null);
  }

  private static Range range(Estimate estimate) {
    return new Range(Math.max(0, estimate.low()), estimate.high());
  }

  /** The same plan with another source. */
  public NotedPlan withSource(String source) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }

  /** The same plan with other notes. */
  public NotedPlan withNotes(List<String> notes) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }

  /** The same plan with these intervals, null where none is known. */
  public NotedPlan withRanges(@Nullable Range predictedMillis, @Nullable Range reissueFraction) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }

  /** The same plan with what systems without a probability can do instead, null if not known. */
  public NotedPlan withSingleD(@Nullable SingleD singleD) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }
}
