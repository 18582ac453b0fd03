package org.curtail.cli.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Legends of lines and shades: lists that wrap in narrow pages. */
public final class Legend {
  private static final double SWATCH_WIDTH = 34;
  private static final double SWATCH_HEIGHT = 14;

  private Legend() {}

  /**
   * Policies with their line and marker.
   *
   * @param references names of dotted lines of reference
   */
  public static void lines(
      Markup markup, List<String> policies, Palette palette, String... references) {
    markup.start("ul", "class", "legend");
    for (String policy : policies) {
      line(markup, palette.label(policy), palette.style(policy));
    }
    for (String reference : references) {
      line(markup, reference, null);
    }
    markup.end();
  }

  /** Lines as they are drawn. */
  public static void lines(Markup markup, List<LineChart.Series> series) {
    markup.start("ul", "class", "legend");
    for (LineChart.Series line : series) {
      line(markup, line.name(), line.style());
    }
    markup.end();
  }

  private static void line(Markup markup, String name, Palette.@Nullable Style style) {
    double y = SWATCH_HEIGHT / 2;
    markup.start("li");
    startSwatch(markup);
    markup.start("g", "class", LineChart.css(style));
    new Svg(markup, SWATCH_WIDTH, SWATCH_HEIGHT)
        .path(
            "line",
            LineChart.dash(style),
            List.of(new double[] {0, y}, new double[] {SWATCH_WIDTH, y}));
    if (style != null) {
      style.marker().draw(markup, SWATCH_WIDTH / 2, y);
    }
    markup.end();
    markup.end();
    markup.element("span", name);
    markup.end();
  }

  /**
   * Degrees with their shade.
   *
   * @param waits true if waiting for admission is shown too
   */
  public static void degrees(Markup markup, int degrees, boolean waits) {
    markup.start("ul", "class", "legend");
    if (waits) {
      shade(markup, "wait", "waits for admission");
    }
    for (int degree = 1; degree <= degrees; degree++) {
      shade(markup, "d" + degree, "degree " + degree);
    }
    markup.end();
  }

  /** Shades with their names, in order. */
  public static void shades(Markup markup, List<String> names) {
    markup.start("ul", "class", "legend");
    for (int i = 0; i < names.size(); i++) {
      shade(markup, "d" + (i + 1), names.get(i));
    }
    markup.end();
  }

  /** Parts with their colours, in order. */
  public static void parts(Markup markup, List<PartBars.Part> parts) {
    markup.start("ul", "class", "legend");
    parts.forEach(part -> shade(markup, part.css(), part.name()));
    markup.end();
  }

  private static void shade(Markup markup, String css, String name) {
    markup.start("li");
    startSwatch(markup);
    new Svg(markup, SWATCH_WIDTH, SWATCH_HEIGHT)
        .rect(css, 0.5, 0.5, SWATCH_WIDTH - 1, SWATCH_HEIGHT - 1);
    markup.end();
    markup.element("span", name);
    markup.end();
  }

  private static void startSwatch(Markup markup) {
    markup.start(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        "chart swatch",
        "aria-hidden",
        "true",
        "viewBox",
        "0 0 34 14",
        "width",
        SWATCH_WIDTH,
        "height",
        SWATCH_HEIGHT);
  }
}
