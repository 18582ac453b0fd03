package org.curtail.cli.reissue;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.LineChart.Dot;
import org.curtail.cli.chart.LineChart.Series;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.StandaloneSvg;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.plan.TailByBudget;
import org.curtail.reissue.plan.TailByBudget.TailPoint;

/**
 * The tail against the budget, as a self-contained SVG file. The picture has a line with a
 * probability, a line without one, and the bound.
 */
final class BudgetPicture {
  private static final double MARGIN = StandaloneSvg.MARGIN;
  private static final double WIDTH = 760;
  private static final String SINGLE_R = "with a probability";
  private static final String SINGLE_D = "always";

  /** Number of bounds; the line has a bend for each. */
  private static final int BOUNDS = 40;

  /** Distance as a share of the picture's sides. */
  private static final double LEAST_APART = 0.06;

  private BudgetPicture() {}

  /**
   * Writes the picture. The writer stays open.
   *
   * @param times times from which the plan was made
   * @param goal goal of the plan; the picture goes beyond its budget
   */
  static void write(AttemptTimes times, ReissueGoal goal, Writer writer) throws IOException {
    LineChart chart = chart(times, goal);
    double width = 2 * MARGIN + WIDTH;
    double height = 2 * MARGIN + StandaloneSvg.panelHeight(chart, WIDTH);
    Markup markup = StandaloneSvg.start(chart.title(), chart.description(), 0, width, height);
    StandaloneSvg.panel(markup, chart, MARGIN, MARGIN, WIDTH);
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }

  private static LineChart chart(AttemptTimes times, ReissueGoal goal) {
    String percentile = Numbers.percentile(goal.percentile());
    double most = Math.min(1, Math.max(0.1, 2 * goal.budget()));
    TailByBudget curve = TailByBudget.of(times, goal.percentile());
    var greatest = new ReissueGoal(goal.percentile(), most);
    var palette = new Palette(List.of(SINGLE_D, SINGLE_R), Set.of());
    List<Series> lines =
        List.of(
            new Series("no policy is below", null, bound(times, goal.percentile(), most)),
            new Series(
                SINGLE_D,
                palette.style(SINGLE_D),
                dots(curve.singleD(), most, ReissuePlanner.singleD(times, greatest))),
            new Series(
                SINGLE_R,
                palette.style(SINGLE_R),
                dots(curve.singleR(), most, ReissuePlanner.singleR(times, greatest))));
    return new LineChart(
        percentile + " against the budget",
        "%s in milliseconds by the share of requests that are sent again, if a copy is always sent after a delay, and if it is sent with a probability; and the bound below which no policy comes."
            .formatted(percentile),
        Axis.linear(0, 100 * most, 5, "copies, % of the requests"),
        Axis.amounts(lines, percentile + ", ms"),
        lines,
        false,
        true);
  }

  /**
   * The points up to the greatest budget.
   *
   * @param atMost function that returns the best plan for a budget
   */
  private static List<Dot> dots(List<TailPoint> points, double most, ReissuePlan atMost) {
    var dots = new ArrayList<Dot>();
    TailPoint marked = null;
    for (TailPoint point : points) {
      if (point.reissueFraction() <= most) {
        boolean isMarked = marked == null || areApart(marked, point, points.getFirst(), most);
        marked = isMarked ? point : marked;
        dots.add(
            new Dot(
                100 * point.reissueFraction(), point.tailMillis(), isMarked ? hint(point) : ""));
      }
    }
    dots.add(new Dot(100 * most, atMost.predictedMillis(), ""));
    return dots;
  }

  /** True if two marks do not cover each other. */
  private static boolean areApart(TailPoint one, TailPoint other, TailPoint without, double most) {
    double across = Math.abs(one.reissueFraction() - other.reissueFraction()) / most;
    double down = Math.abs(one.tailMillis() - other.tailMillis()) / without.tailMillis();
    return across + down >= LEAST_APART;
  }

  private static String hint(TailPoint point) {
    return "%s %% copies: %s"
        .formatted(Numbers.plain(100 * point.reissueFraction()), Numbers.time(point.tailMillis()));
  }

  private static List<Dot> bound(AttemptTimes times, double percentile, double most) {
    var dots = new ArrayList<Dot>();
    for (int i = 1; i <= BOUNDS; i++) {
      double budget = most * i / BOUNDS;
      dots.add(
          new Dot(
              100 * budget,
              ReissuePlanner.boundMillis(times, new ReissueGoal(percentile, budget)),
              ""));
    }
    return dots;
  }
}
