package org.curtail.measurement.results;

import org.jspecify.annotations.Nullable;

/**
 * Something that a paper states or shows, beside what the simulator or a measurement gives for it.
 * Of a measurement the least and the greatest of the repeats are the ends of a 95 % interval.
 *
 * @param figure where the paper has it: "Figure 8"; for what goes beyond the paper, in words
 * @param what is claimed, in words
 * @param unit of the numbers; empty for a plain yes or no
 * @param paper the paper's number; absent if it gives none
 * @param ours the mean over the repeats; absent for a plain yes or no, or where nothing was stable
 * @param oursLow the least of the repeats
 * @param oursHigh the greatest of the repeats
 * @param difference ours less the paper's
 * @param holds whether it is so here too, for which the whole interval must support it; absent
 *     where a number stands by itself. Of a number it is whether both have the same sign
 * @param evidence the numbers behind a yes or no; may be empty
 * @param reason why ours deviates, as far as known; empty if it does not or nobody knows
 * @param tie true if it is not decided, because the interval, or the differences over the repeats,
 *     each on the same requests, are not all on one side; then {@code holds} is false. Absent
 *     otherwise
 */
public record Claim(
    String figure,
    String what,
    String unit,
    @Nullable Double paper,
    @Nullable Double ours,
    @Nullable Double oursLow,
    @Nullable Double oursHigh,
    @Nullable Double difference,
    @Nullable Boolean holds,
    String evidence,
    String reason,
    @Nullable Boolean tie) {

  /** A claim without a number: so, not so, or not decided. */
  public static Claim answered(
      String figure, String what, Answer answer, String evidence, String reason) {
    return new Claim(
        figure,
        what,
        "",
        null,
        null,
        null,
        null,
        null,
        answer.holds(),
        evidence,
        reason,
        answer.tie());
  }

  /** Whether it is not decided if it holds. */
  public boolean isTie() {
    return Boolean.TRUE.equals(tie);
  }

  /** Whether ours is the other way round, or the paper's number lies outside the repeats. */
  public boolean deviates() {
    if (Boolean.FALSE.equals(holds) && !isTie()) {
      return true;
    }
    return paper != null
        && oursLow != null
        && oursHigh != null
        && (paper < oursLow || paper > oursHigh);
  }

  /** The same claim without a reason if there is nothing to explain. */
  public Claim explainedIfNeeded() {
    return deviates() || reason.isEmpty()
        ? this
        : new Claim(
            figure,
            what,
            unit,
            paper,
            ours,
            oursLow,
            oursHigh,
            difference,
            holds,
            evidence,
            "",
            tie);
  }
}
