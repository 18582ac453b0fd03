package org.curtail.cli.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.TableForecast;
import org.jspecify.annotations.Nullable;

/**
 * The demand of a table.
 *
 * @param file file of the profile
 * @param all requests of the file
 * @param planned requests for the planner: all requests, or fewer or simpler ones
 * @param bins greatest number of bins asked for; null for none
 * @param aggregateSpeedups true if the planner gets the same speedup for all requests
 */
public record Demand(
    Path file, Profile all, Profile planned, @Nullable Integer bins, boolean aggregateSpeedups) {
  private static final MathContext SIX_DIGITS = new MathContext(6);
  private static final double EVERY_WHOLE_NUMBER_BELOW = 1e15;

  /** True if the planner gets simplified requests. */
  public boolean isSimplified() {
    return bins != null || aggregateSpeedups;
  }

  /**
   * Returns the table with predictions for all requests. A mean over a bin hides the differences of
   * its requests. So the tail of the bins is below that of the requests, and a proof for bins does
   * not hold for requests.
   *
   * @param found table that the planner found
   */
  public IntervalTable onAll(IntervalTable found) {
    return isSimplified()
        ? TableForecast.of(found, all, found.percentile(), found.rows().getLast().load())
        : found;
  }

  /** Describes the demand in words: "10,000 requests in 310 bins". */
  String text() {
    return counted(all.requests(), all.isWeighted() ? "listed request" : "request")
        + (all.isWeighted() ? " of total weight " + weight(all.totalWeight()) : "")
        + (bins == null ? "" : " in " + counted(planned.requests(), "bin"))
        + (aggregateSpeedups ? " with one speedup for all" : "");
  }

  private static String counted(int count, String what) {
    return "%,d %s".formatted(count, count == 1 ? what : what + "s");
  }

  /** Returns a weight as text, rounded. So ten tenths are 1, though their sum is not exactly 1. */
  private static String weight(double weight) {
    if (weight < EVERY_WHOLE_NUMBER_BELOW && weight == Math.rint(weight)) {
      return "%,d".formatted((long) weight);
    }
    BigDecimal rounded = new BigDecimal(weight).round(SIX_DIGITS).stripTrailingZeros();
    return weight < EVERY_WHOLE_NUMBER_BELOW ? rounded.toPlainString() : rounded.toString();
  }
}
