package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.ReissuePlan;

/** The tail at each budget as bars of letters, beside the bound. */
final class BudgetBars {
  private static final int WIDEST = 60;
  private static final char BAR = '#';
  private static final char BOUND = '|';

  private BudgetBars() {}

  /**
   * A heading and a bar for each budget, that without reissue first.
   *
   * @param width columns there are
   */
  static List<String> lines(Findings findings, int width) {
    ReissuePlan plan = findings.plan();
    double greatest = plan.withoutMillis();
    int columns = Math.clamp(width - 24, 20, WIDEST);
    var lines = new ArrayList<String>();
    lines.add("budget  %s; | is the bound".formatted(Numbers.percentile(plan.goal().percentile())));
    lines.add(line("0 %", greatest, greatest, greatest, columns));
    for (ReissuePlan other : findings.budgets()) {
      lines.add(
          line(
              FindingsText.plainShare(other.goal().budget()),
              other.predictedMillis(),
              other.boundMillis(),
              greatest,
              columns));
    }
    return lines;
  }

  private static String line(
      String budget, double millis, double boundMillis, double greatest, int columns) {
    int length = length(millis, greatest, columns);
    int bound = length(boundMillis, greatest, columns);
    var bar = new StringBuilder(String.valueOf(BAR).repeat(length));
    bar.setCharAt(Math.min(bound, length) - 1, BOUND);
    return "%6s  %s  %s".formatted(budget, bar, Numbers.time(millis));
  }

  private static int length(double millis, double greatest, int columns) {
    return greatest == 0 ? 1 : Math.max(1, (int) Math.round(columns * millis / greatest));
  }
}
