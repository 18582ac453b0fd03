package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.PanelChart;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Positions of drawn points, read from the labels of the axis alone. */
class ChartCoordinatesTest {
  private static final Pattern HINT =
      Pattern.compile(": (?:p[0-9.]+ |mean )?([0-9.,e+-]+) (µs|ms|s)(?: |$)");
  private static final Pattern TRANSLATE = Pattern.compile("translate\\(([0-9.]+) ([0-9.]+)\\)");

  /** A label of the vertical axis and the position of its line. */
  private record Tick(double value, double y) {}

  private static double ms(String unit) {
    return unit.equals("s") ? 1000 : unit.equals("ms") ? 1 : 0.001;
  }

  private static List<Element> charts(Results results) throws Exception {
    return elements(WrittenPage.of(results).parsed().getDocumentElement(), "svg");
  }

  private static List<Element> elements(Element in, String name) {
    NodeList found = in.getElementsByTagName(name);
    var elements = new ArrayList<Element>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static List<Tick> ticks(Element chart) {
    return elements(chart, "text").stream()
        .filter(text -> text.getAttribute("class").equals("tick"))
        .filter(text -> text.getAttribute("text-anchor").equals("end"))
        .map(text ->
            new Tick(
                Double.parseDouble(text.getTextContent().replace(",", "")),
                Double.parseDouble(text.getAttribute("y")) - 4.5))
        .toList();
  }

  /** On the straight line through the outermost labels. */
  private static double expectedY(List<Tick> ticks, boolean log, double value) {
    Tick first = ticks.getFirst();
    Tick last = ticks.getLast();
    double from = log ? Math.log(first.value()) : first.value();
    double to = log ? Math.log(last.value()) : last.value();
    double at = log ? Math.log(value) : value;
    return first.y() + (at - from) / (to - from) * (last.y() - first.y());
  }

  /** Compares every point of latencies with its hint; returns the number of points. */
  private static int checkLatencies(Results results, boolean wantsLog) throws Exception {
    int points = 0;
    boolean anyLog = false;
    for (Element chart : charts(results)) {
      String title =
          elements(chart, "text").isEmpty()
              ? ""
              : elements(chart, "text").getFirst().getTextContent();
      Matcher unit = Pattern.compile("latency, (µs|ms|s)").matcher(title);
      if (!unit.find()) {
        continue;
      }
      boolean log = title.endsWith("log scale");
      anyLog |= log;
      List<Tick> ticks = ticks(chart);
      for (Element path : elements(chart, "path")) {
        Matcher place = TRANSLATE.matcher(path.getAttribute("transform"));
        Element parent = (Element) path.getParentNode();
        if (!place.find() || elements(parent, "title").isEmpty()) {
          continue;
        }
        String hint = elements(parent, "title").getFirst().getTextContent();
        Matcher said = HINT.matcher(hint);
        assertThat(said.find()).as(hint).isTrue();
        double value =
            Double.parseDouble(said.group(1).replace(",", ""))
                * ms(said.group(2))
                / ms(unit.group(1));
        assertThat(Double.parseDouble(place.group(2)))
            .as("%s on an axis from %s to %s", hint, ticks.getFirst(), ticks.getLast())
            // A hint has three digits.
            .isCloseTo(expectedY(ticks, log, value), within(2.0));
        points++;
      }
    }
    assertThat(anyLog).isEqualTo(wantsLog);
    return points;
  }

  @Test
  void everyLatencyLiesWhereTheAxisSaysFromNanosecondsToDays() throws Exception {
    assertThat(checkLatencies(SampleResults.extreme(), true)).isGreaterThan(1000);
  }

  @Test
  void everyLatencyLiesWhereTheAxisSaysOnAnEvenAxis() throws Exception {
    assertThat(checkLatencies(SampleResults.fifteenCores(), false)).isPositive();
    assertThat(checkLatencies(SampleResults.twoCores(), false)).isPositive();
  }

  @Test
  void latenciesOfZeroLieAtTheZeroOfAnEvenAxis() throws Exception {
    assertThat(checkLatencies(SampleResults.bare(), false)).isPositive();
  }

  private static LineChart panel(Panel panel) {
    return PanelChart.of(panel, new Palette(List.of("a", "b"), Set.of()));
  }

  private static Curve curve(String name, double... y) {
    var points = new ArrayList<Point>();
    for (int i = 0; i < y.length; i++) {
      points.add(new Point(i - 3.0, y[i], y[i] - 1, y[i] + 1));
    }
    return new Curve(name, false, points);
  }

  @Test
  void aDiagramCoversValuesBelowZeroInBothDirections() {
    LineChart chart = panel(Panel.of("t", "x", "y", List.of(curve("a", -5, 2), curve("b", 3, 9))));
    assertThat(chart.y().from()).isLessThanOrEqualTo(-6);
    assertThat(chart.y().to()).isGreaterThanOrEqualTo(10);
    assertThat(chart.x().from()).isLessThanOrEqualTo(-3);
    assertThat(chart.x().to()).isGreaterThanOrEqualTo(-2);
    assertThat(chart.y().title()).isEqualTo("y");
  }

  @Test
  void aDiagramThatItsPaperEndsSaysWhereLinesAboveAre() {
    Panel panel = Panel.of("t", "x", "y", List.of(curve("a", 5, 50), curve("b", 3, 9)));
    assertThat(panel(panel.upTo(20)).y().title()).isEqualTo("y (lines above 20 end there)");
    assertThat(panel(panel.upTo(200)).y().title()).isEqualTo("y");
    assertThat(panel(panel).y().to()).isGreaterThanOrEqualTo(51);
  }
}
