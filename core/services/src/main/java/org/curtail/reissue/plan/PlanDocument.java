package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * A plan with its source, intervals and notes: the content of a plan's file. Immutable.
 *
 * @param source source of the times as free text; may be empty
 * @param notes sentences for users of the plan
 * @param predictedMillis interval of the predicted latency; null if not estimated
 * @param reissueFraction interval of the share of copies; null if not estimated
 * @param singleD best plan for the same goal that always sends a copy, for systems without
 *     probabilities; null if not computed, or if the plan is already such a plan
 */
public record PlanDocument(
    ReissuePlan plan,
    String source,
    List<String> notes,
    @Nullable Range predictedMillis,
    @Nullable Range reissueFraction,
    @Nullable SingleD singleD) {
  /**
   * An interval with both ends.
   *
   * @param least lower end: finite, at least 0
   * @param most upper end: finite, at least {@code least}
   */
  public record Range(double least, double most) {
    public Range {
      if (!(least >= 0 && least <= most) || most == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "expected 0 <= least <= most, both finite: " + least + " to " + most);
      }
    }
  }

  /**
   * Plan that sends a copy of every request without an answer after a delay.
   *
   * @param delayMillis delay since the original was sent; finite, at least 0
   * @param reissueFraction expected number of copies per request: 0 to 1
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

  public PlanDocument {
    notes = List.copyOf(notes);
    for (int i = 0; i < notes.size(); i++) {
      if (notes.get(i).isBlank()) {
        throw new IllegalArgumentException("note %d is blank".formatted(i));
      }
    }
  }

  /** Returns a document with a plan only. */
  public static PlanDocument of(ReissuePlan plan) {
    return new PlanDocument(plan, "", List.of(), null, null, null);
  }

  /** Returns a document with a plan, its intervals and its notes. */
  public static PlanDocument of(ReissueReport report) {
    return new PlanDocument(
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

  /** Returns this document with another source. */
  public PlanDocument withSource(String source) {
    return new PlanDocument(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }

  /** Returns this document with other notes. */
  public PlanDocument withNotes(List<String> notes) {
    return new PlanDocument(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }

  /** Returns this document with another plan for systems without probabilities; null for none. */
  public PlanDocument withSingleD(@Nullable SingleD singleD) {
    return new PlanDocument(plan, source, notes, predictedMillis, reissueFraction, singleD);
  }
}
