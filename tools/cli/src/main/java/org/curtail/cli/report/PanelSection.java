package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PanelChart;

/** Figures of lines whose points are too many for a table: a heading and diagrams for each. */
final class PanelSection {
  /** More diagrams than that are drawn smaller. */
  private static final int MOST_WIDE = 4;

  private PanelSection() {}

  static void write(Markup markup, Chapter chapter) {
    for (PaperFigure figure : chapter.results().figures()) {
      write(markup, chapter, figure);
    }
  }

  private static void write(Markup markup, Chapter chapter, PaperFigure figure) {
    String name = figure.id().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    chapter.startSection(markup, name, figure.id());
    markup.element("p", figure.caption() + ".", "class", "note");
    List<LineChart> charts =
        figure.panels().stream().map(panel -> PanelChart.of(panel, chapter.palette())).toList();
    markup.start("div", "class", "always");
    Legend.lines(markup, lines(charts));
    markup.end();
    boolean many = charts.size() > MOST_WIDE;
    markup.start("div", "class", many ? "charts three" : "charts two");
    for (LineChart chart : charts) {
      if (many) {
        Figure.write(markup, chart);
      } else {
        Figure.write(markup, chart, Figure.HALF);
      }
    }
    markup.end();
    markup.end();
  }

  /** One key for all diagrams. */
  private static List<LineChart.Series> lines(List<LineChart> charts) {
    var lines = new ArrayList<LineChart.Series>();
    for (LineChart chart : charts) {
      for (LineChart.Series line : chart.series()) {
        if (lines.stream().noneMatch(other -> other.name().equals(line.name()))) {
          lines.add(line);
        }
      }
    }
    return lines;
  }
}
