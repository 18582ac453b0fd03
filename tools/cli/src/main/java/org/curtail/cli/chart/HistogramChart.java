package org.curtail.cli.chart;

import java.util.List;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.text.Numbers;

/** Times of requests alone on the machine: Figures 1(a) and 2(a) of the Few-to-Many paper. */
public record HistogramChart(Demand demand) implements Chart {
  private static final double NAME_GAP = 17;

  @Override
  public String title() {
    return "Demand: sequential execution time of " + Numbers.count(demand.requests()) + " requests";
  }

  @Override
  public String description() {
    return "Median %s%s%s, longest %s."
        .formatted(
            Numbers.time(demand.p50Ms()),
            demand.carries(95) ? ", 95th percentile " + Numbers.time(demand.p95Ms()) : "",
            demand.carries(99) ? ", 99th percentile " + Numbers.time(demand.p99Ms()) : "",
            Numbers.time(demand.maxMs()));
  }

  @Override
  public double heightAt(double width) {
    return width > 480 ? 350 : 280;
  }

  @Override
  public void draw(Svg svg) {
    List<Demand.Bin> bins = demand.histogram();
    if (bins.isEmpty()) {
      return;
    }
    double widthMs = bins.getFirst().toMs() - bins.getFirst().fromMs();
    double endMs = bins.getLast().fromMs() + widthMs;
    TimeScale scale = TimeScale.upTo(endMs);
    long most = bins.stream().mapToLong(Demand.Bin::requests).max().orElse(1);
    Axis x =
        Axis.linear(
            scale.of(bins.getFirst().fromMs()),
            scale.of(endMs),
            svg.width() > 480 ? 8 : 5,
            "sequential time, " + scale.unit());
    Axis y = Axis.linear(0, (double) most, 4, "requests per " + binWidth(widthMs));
    double left = 12 + y.ticks().stream().mapToDouble(t -> Svg.widthOf(t.label())).max().orElse(0);
    // Three lines above the bars for the names of the percentiles.
    var plot = new Plot(svg, x, y, left, 34 + 3 * NAME_GAP, svg.width() - 10, svg.height() - 44);
    plot.drawAxes();
    for (Demand.Bin bin : bins) {
      drawBin(plot, scale, bin, widthMs);
    }
    drawMark(plot, scale, "p50", demand.p50Ms(), 0, endMs);
    if (demand.carries(95)) {
      drawMark(plot, scale, "p95", demand.p95Ms(), 1, endMs);
    }
    if (demand.carries(99)) {
      drawMark(plot, scale, "p99", demand.p99Ms(), 2, endMs);
    }
  }

  private static String binWidth(double widthMs) {
    return Numbers.time(widthMs);
  }

  private static void drawBin(Plot plot, TimeScale scale, Demand.Bin bin, double widthMs) {
    double from = plot.x(scale.of(bin.fromMs()));
    double to = plot.x(scale.of(bin.fromMs() + widthMs));
    boolean rest = bin.toMs() > bin.fromMs() + widthMs * 1.001;
    plot.svg().markup().start("g");
    plot.svg()
        .markup()
        .element(
            "title",
            "%s to %s: %s requests"
                .formatted(
                    Numbers.time(bin.fromMs()),
                    Numbers.time(bin.toMs()),
                    Numbers.count(bin.requests())));
    double y = plot.y((double) bin.requests());
    plot.svg().rect(rest ? "bin rest" : "bin", from + 0.5, y, to - from - 1, plot.bottom() - y);
    plot.svg().markup().end();
  }

  private static void drawMark(
      Plot plot, TimeScale scale, String name, double ms, int line, double endMs) {
    double x = plot.x(scale.of(Math.min(ms, endMs)));
    double y = 34 + line * NAME_GAP;
    String label = name + " = " + Numbers.time(ms);
    plot.svg().line("percentile", x, y - 4, x, plot.bottom());
    // The name is to the right of its line, or to the left at the end of the drawing.
    if (x + 6 + Svg.widthOf(label) < plot.svg().width()) {
      plot.svg().text("mark-name", x + 6, y + 6, label);
    } else {
      plot.svg().textBefore("mark-name", x - 6, y + 6, label);
    }
  }
}
