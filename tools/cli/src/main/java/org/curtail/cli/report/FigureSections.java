package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Bar;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PanelChart;
import org.curtail.cli.chart.StackedBars;
import org.jspecify.annotations.Nullable;

/** Figures and tables of numbers, each with a heading. */
final class FigureSections {
  /** Most diagrams in full width; more diagrams are drawn smaller. */
  private static final int MOST_WIDE = 4;

  private FigureSections() {}

  /** Writes the redrawn figures of a paper, with their numbers. */
  static void write(Markup markup, Chapter chapter) {
    for (PaperFigure figure : chapter.results().figures()) {
      write(markup, chapter, figure);
    }
  }

  private static void write(Markup markup, Chapter chapter, PaperFigure figure) {
    String name = figure.id().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    chapter.startSection(markup, name, figure.id());
    markup.note(
        figure.caption()
            + (knowsDemand(figure)
                ? ". Dashed lines know the times of requests in advance, which is impossible for a service."
                : "."));
    List<LineChart> charts =
        figure.panels().stream()
            .filter(panel -> panel.bars().isEmpty())
            .map(panel -> PanelChart.of(panel, chapter.palette()))
            .toList();
    legends(markup, charts);
    int degrees =
        figure.panels().stream()
            .flatMap(panel -> panel.bars().stream())
            .mapToInt(bar -> bar.shares().size())
            .max()
            .orElse(0);
    markup.start("div", "class", "charts two");
    for (Panel panel : figure.panels()) {
      if (panel.bars().isEmpty()) {
        Figure.write(markup, PanelChart.of(panel, chapter.palette()), Figure.HALF);
      } else {
        bars(markup, panel, degrees);
      }
    }
    markup.end();
    numbers(markup, figure);
    markup.end();
  }

  private static boolean knowsDemand(PaperFigure figure) {
    return figure.panels().stream()
        .flatMap(panel -> panel.curves().stream())
        .anyMatch(PanelChart::knowsDemand);
  }

  /** Writes one key for all diagrams; named lines need none on a wide screen. */
  private static void legends(Markup markup, List<LineChart> charts) {
    if (charts.isEmpty()) {
      return;
    }
    boolean named =
        charts.stream().allMatch(c -> LineChart.namesLines(Figure.HALF, c.series().size()));
    List<LineChart.Series> series = new ArrayList<>();
    for (LineChart chart : charts) {
      for (LineChart.Series line : chart.series()) {
        if (series.stream().noneMatch(other -> other.name().equals(line.name()))) {
          series.add(line);
        }
      }
    }
    markup.start("div", "class", named ? "narrow" : "always");
    Legend.lines(markup, series);
    markup.end();
  }

  private static void bars(Markup markup, Panel panel, int degrees) {
    List<StackedBars.Bar> bars =
        panel.bars().stream()
            .map(bar -> new StackedBars.Bar(bar.name(), bar.shares(), bar.remark()))
            .toList();
    markup.start("div");
    Figure.write(
        markup,
        new StackedBars(
            panel.title(),
            String.join("; ", panel.bars().stream().map(FigureSections::inWords).toList()),
            StackedBars.degrees(degrees),
            bars),
        Figure.HALF);
    Legend.degrees(markup, degrees, false);
    markup.end();
  }

  private static String inWords(Bar bar) {
    return bar.name()
        + ": "
        + String.join(", ", bar.shares().stream().map(Numbers::percent).toList());
  }

  private static void numbers(Markup markup, PaperFigure figure) {
    markup.start("details");
    markup.element("summary", figure.id() + " as numbers");
    for (Panel panel : figure.panels()) {
      if (!panel.curves().isEmpty()) {
        numbers(markup, panel);
      }
    }
    markup.end();
  }

  private static void numbers(Markup markup, Panel panel) {
    Table<PaperFigure.Curve> table = Table.of(panel.curves()).show("", Unit.NAME, PanelChart::name);
    panel.curves().stream()
        .flatMap(curve -> curve.points().stream())
        .map(PaperFigure.Point::x)
        .distinct()
        .sorted()
        .forEach(place -> table.show(Numbers.plain(place), Unit.NUMBER, curve -> at(curve, place)));
    Chapter.table(markup, panel.title() + ": " + panel.yTitle() + ", by " + panel.xTitle(), table);
  }

  private static @Nullable Double at(PaperFigure.Curve curve, double place) {
    return curve.points().stream()
        .filter(point -> point.x() == place)
        .map(PaperFigure.Point::y)
        .findFirst()
        .orElse(null);
  }

  /** Writes figures of lines with too many points for a table. */
  static void writePanels(Markup markup, Chapter chapter) {
    for (PaperFigure figure : chapter.results().figures()) {
      writePanels(markup, chapter, figure);
    }
  }

  private static void writePanels(Markup markup, Chapter chapter, PaperFigure figure) {
    String name = figure.id().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    chapter.startSection(markup, name, figure.id());
    markup.note(figure.caption() + ".");
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

  /** Writes the tables of numbers. */
  static void writeTables(Markup markup, Chapter chapter) {
    for (NumberTable table : chapter.results().tables()) {
      String name = table.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      chapter.startSection(markup, name, table.title());
      if (!table.note().isEmpty()) {
        markup.note(table.note());
      }
      Chapter.table(markup, table.title(), table.table());
      markup.end();
    }
  }
}
