package org.curtail.reissue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan and what else is known of it: where it comes from, how sure it is, what to watch. It is
 * what a file of a plan holds. Immutable.
 *
 * @param source free text: of which times it was planned; may be empty
 * @param notes sentences for whoever uses the plan
 * @param predictedMillis where the predicted latency lies, or null if nobody estimated that
 * @param reissueFraction where the share of reissues lies, or null if nobody estimated that
 */
public record NotedPlan(
    ReissuePlan plan,
    String source,
    List<String> notes,
    @Nullable Range predictedMillis,
    @Nullable Range reissueFraction) {
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
    return new NotedPlan(plan, "", List.of(), null, null);
  }

  /** A plan with its intervals, and what to watch. */
  public static NotedPlan of(ReissueReport report) {
    return new NotedPlan(
        report.plan(),
        "",
        report.missingPairs().map(List::of).orElse(List.of()),
        range(report.predictedMillis()),
        range(report.reissueFraction()));
  }

  private static Range range(Estimate estimate) {
    return new Range(Math.max(0, estimate.low()), estimate.high());
  }

  /** The same plan with another source. */
  public NotedPlan withSource(String source) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction);
  }

  /** The same plan with other notes. */
  public NotedPlan withNotes(List<String> notes) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction);
  }

  /** The same plan with these intervals, null where none is known. */
  public NotedPlan withRanges(@Nullable Range predictedMillis, @Nullable Range reissueFraction) {
    return new NotedPlan(plan, source, notes, predictedMillis, reissueFraction);
  }
}
