package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the runs show, in plain words.
 *
 * @param headline one sentence
 * @param details a sentence each; what is not shown is said too
 * @param outcome of a comparison; absent of what compares no policies, and in files of before there
 *     was this field
 * @param next what to do for a better answer; absent if this one will do
 */
public record Verdict(
    String headline, List<String> details, @Nullable Outcome outcome, @Nullable Next next) {

  /**
   * What to do for a better answer.
   *
   * @param why in words, to be followed by a colon
   * @param command to run, exactly
   */
  public record Next(String why, String command) {
    /** In one line. */
    public String sentence() {
      return why + ": " + command;
    }
  }

  /** What intervals of several comparisons are worth, in one sentence. */
  public static String chance(long comparisons) {
    return "These are %d comparisons at 95 %% each: about one in twenty shows a difference by chance."
        .formatted(comparisons);
  }

  /** What came of a comparison. */
  public enum Outcome {
    /** A difference is shown, in whichever direction. */
    DIFFERENCE,
    /** Enough was measured to judge, and no difference is shown. */
    NO_DIFFERENCE,
    /** No verdict: too little was measured. */
    TOO_FEW,
    /** No verdict: others used the machine. */
    TOO_BUSY,
    /** No verdict: nothing stands beside anything. */
    NOTHING_TO_COMPARE,
    /** The figures are worth nothing: requests failed or answers were wrong. */
    VOID;

    /** As in a file: {@code no-difference}. */
    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether something was judged, be it that no difference is shown. */
    public boolean isJudged() {
      return switch (this) {
        case DIFFERENCE, NO_DIFFERENCE -> true;
        case TOO_FEW, TOO_BUSY, NOTHING_TO_COMPARE, VOID -> false;
      };
    }
  }

  public Verdict {
    details = List.copyOf(details);
  }

  /** Of what compares no policies. */
  public Verdict(String headline, List<String> details) {
    this(headline, details, null, null);
  }

  /** Of a comparison, without anything to do next yet. */
  public Verdict(String headline, List<String> details, @Nullable Outcome outcome) {
    this(headline, details, outcome, null);
  }

  /** The same with more details behind the others. */
  public Verdict with(List<String> more) {
    return new Verdict(
        headline, Stream.of(details, more).flatMap(List::stream).toList(), outcome, next);
  }

  /** The same with a detail before the others. */
  public Verdict withFirst(String detail) {
    return new Verdict(
        headline,
        Stream.of(List.of(detail), details).flatMap(List::stream).toList(),
        outcome,
        next);
  }

  /** The same with what to do next. */
  public Verdict withNext(@Nullable Next step) {
    return new Verdict(headline, details, outcome, step);
  }

  /** Whether the figures may be shown as findings: not if there is no verdict on them. */
  @JsonIgnore
  public boolean isGiven() {
    return outcome == null
        // Files of before there was an outcome.
        ? !headline.startsWith("No verdict") && !headline.startsWith("These results are void")
        : outcome.isJudged();
  }
}
