package org.curtail.cli.report;

import java.util.OptionalDouble;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/**
 * A ratio of latencies in a cell that is coloured by it: blue for less latency, orange for more.
 * The number stands in it, so that nobody needs the colour.
 */
final class RatioCell {
  /** Where one colour ends and the next begins; the fifth is that of no difference. */
  private static final double[] BORDERS = {0.5, 0.7, 0.85, 0.98, 1.02, 1.1, 1.25, 2};

  /** What each colour stands for. */
  private static final String[] WORDS = {
    "below 0.50",
    "to 0.70",
    "to 0.85",
    "to 0.98",
    "0.98 to 1.02",
    "to 1.10",
    "to 1.25",
    "to 2.00",
    "above"
  };

  private RatioCell() {}

  /** A cell of a table. */
  static void write(Markup markup, OptionalDouble ratio) {
    if (ratio.isEmpty()) {
      markup.element("td", "–");
    } else {
      markup.element("td", text(ratio.getAsDouble()), "class", "q" + colour(ratio.getAsDouble()));
    }
  }

  /** Three digits at most, so that cells are alike. */
  static String text(double ratio) {
    return ratio < 9.995
        ? Numbers.hundredths(ratio)
        : ratio < 99.95 ? Numbers.tenths(ratio) : Numbers.count(Math.round(ratio));
  }

  /** 0 to 8. */
  static int colour(double ratio) {
    int colour = 0;
    while (colour < BORDERS.length && ratio >= BORDERS[colour]) {
      colour++;
    }
    return colour;
  }

  /** The key to the colours. */
  static void legend(Markup markup) {
    markup.start("ul", "class", "ratio-key", "aria-label", "Colours of ratios");
    for (int colour = 0; colour < WORDS.length; colour++) {
      markup.element("li", WORDS[colour], "class", "q" + colour);
    }
    markup.end();
  }
}
