package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Findings of runs as sentences.
 *
 * @param headline one sentence
 * @param details further sentences, also on effects that are not shown
 * @param outcome outcome of a comparison; absent without a comparison and in old files
 * @param next command for a better answer; absent if none is needed
 */
public record Verdict(
    String headline, List<String> details, @Nullable Outcome outcome, @Nullable Next next) {

  /**
   * A command for a better answer.
   *
   * @param why reason as text, followed by a colon
   * @param command complete command line
   */
  public record Next(String why, String command) {
    /** Returns reason and command in one line. */
    public String sentence() {
      return why + ": " + command;
    }
  }

  /** Returns a sentence on the number of differences that several comparisons show by chance. */
  public static String chance(long comparisons) {
    return "These are %d comparisons at 95 %% each: about one in twenty shows a difference by chance."
        .formatted(comparisons);
  }

  /** Outcome of a comparison. */
  public enum Outcome {
    /** A difference is shown, in either direction. */
    DIFFERENCE,
    /** Enough was measured to judge, and no difference is shown. */
    NO_DIFFERENCE,
    /** No verdict: too little was measured. */
    TOO_FEW,
    /** No verdict: other processes used the machine. */
    TOO_BUSY,
    /** No verdict: there is no comparison. */
    NOTHING_TO_COMPARE,
    /** The figures are void: requests failed or answers were wrong. */
    VOID;

    /** Returns the name in a file: {@code no-difference}. */
    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True if enough was measured for a judgement, even if no difference is shown. */
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

  /** Creates a verdict without a comparison. */
  public Verdict(String headline, List<String> details) {
    this(headline, details, null, null);
  }

  /** Creates the verdict of a comparison, without a next step. */
  public Verdict(String headline, List<String> details, @Nullable Outcome outcome) {
    this(headline, details, outcome, null);
  }

  /** Returns the verdict with more details at the end. */
  public Verdict with(List<String> more) {
    return new Verdict(
        headline, Stream.of(details, more).flatMap(List::stream).toList(), outcome, next);
  }

  /** Returns the verdict with a first detail. */
  public Verdict withFirst(String detail) {
    return new Verdict(
        headline,
        Stream.of(List.of(detail), details).flatMap(List::stream).toList(),
        outcome,
        next);
  }

  /** Returns the verdict with a next step. */
  public Verdict withNext(@Nullable Next step) {
    return new Verdict(headline, details, outcome, step);
  }

  /** True if the figures may be shown as findings; false without a verdict. */
  @JsonIgnore
  public boolean isGiven() {
    return outcome == null
        // Old files have no outcome.
        ? !headline.startsWith("No verdict") && !headline.startsWith("These results are void")
        : outcome.isJudged();
  }
}
