package org.curtail.app.reissue;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.curtail.app.chart.Axis;
import org.curtail.app.chart.LineChart;
import org.curtail.app.chart.LineChart.Dot;
import org.curtail.app.chart.LineChart.Series;
import org.curtail.app.chart.Markup;
import org.curtail.app.chart.Palette;
import org.curtail.app.chart.StandaloneSvg;
import org.curtail.measurement.text.Numbers;
import org.curtail.reissue.ReissuePlan;

/** The tail against the budget, beside the bound, as an SVG file that stands alone. */
final class BudgetPicture {
  private static final double MARGIN = StandaloneSvg.MARGIN;
  private static final double WIDTH = 760;
  private static final String PLAN = "plan";

  private BudgetPicture() {}

  /** Writes the picture. The writer stays open. */
  static void write(Findings findings, Writer writer) throws IOException {
    LineChart chart = chart(findings);
    double width = 2 * MARGIN + WIDTH;
    double height = 2 * MARGIN + StandaloneSvg.panelHeight(chart, WIDTH);
    Markup markup = StandaloneSvg.start(chart.title(), chart.description(), 0, width, height);
    StandaloneSvg.panel(markup, chart, MARGIN, MARGIN, WIDTH);
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }

  private static LineChart chart(Findings findings) {
    ReissuePlan plan = findings.plan();
    String percentile = Numbers.percentile(plan.goal().percentile());
    var palette = new Palette(List.of(PLAN), Set.of());
    var planned = new ArrayList<Dot>();
    var bound = new ArrayList<Dot>();
    planned.add(new Dot(0, plan.withoutMillis(), hint("no copies", plan.withoutMillis())));
    bound.add(new Dot(0, plan.withoutMillis(), ""));
    for (ReissuePlan other : findings.budgets()) {
      double percent = 100 * other.goal().budget();
      planned.add(
          new Dot(
              percent,
              other.predictedMillis(),
              hint(Numbers.plain(percent) + " % copies", other.predictedMillis())));
      bound.add(new Dot(percent, other.boundMillis(), ""));
    }
    List<Series> lines =
        List.of(
            new Series("bound", null, bound), new Series(PLAN, palette.style(PLAN), planned));
    return new LineChart(
        percentile + " against the budget",
        "%s in milliseconds by budget: %s, and the bound below which no policy comes."
            .formatted(percentile, findings.form().words()),
        Axis.linear(0, 100 * findings.budgets().getLast().goal().budget(), 5, "copies, % of the requests"),
        Axis.amounts(lines, percentile + ", ms"),
        lines,
        false,
        true);
  }

  private static String hint(String budget, double millis) {
    return "%s: %s".formatted(budget, Numbers.time(millis));
  }
}
