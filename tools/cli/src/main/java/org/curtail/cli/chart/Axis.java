package org.curtail.cli.chart;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.text.Numbers;

/**
 * One axis of a chart: its range, its labels and the position of each value.
 *
 * @param scale spacing of values
 * @param from value at the beginning
 * @param to value at the end, more than {@code from}
 * @param ticks values with a label, ascending
 * @param title the quantity, with its unit
 */
public record Axis(Scale scale, double from, double to, List<Tick> ticks, String title) {
  /** A value and its label. */
  public record Tick(double value, String label) {}

  /** Spacing of values along an axis. */
  enum Scale {
    LINEAR {
      @Override
      double of(double value) {
        return value;
      }
    },
    LOGARITHMIC {
      @Override
      double of(double value) {
        return Math.log10(value);
      }
    },
    /** Percentiles: each further nine has the same width. */
    NINES {
      @Override
      double of(double percentile) {
        return -Math.log10(1 - percentile / 100);
      }
    };

    abstract double of(double value);
  }

  /**
   * Ratio of the greatest value to the least one. Above it, small values are hard to see on a
   * linear axis.
   */
  private static final double LINEAR_UP_TO_RATIO = 40;

  private static final List<Double> PERCENTILES =
      List.of(50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999);

  public Axis {
    ticks = List.copyOf(ticks);
  }

  /** A linear axis with round ticks that cover the range. */
  public static Axis linear(double from, double to, int most, String title) {
    return of(Scale.LINEAR, Ticks.linear(from, to, most), title);
  }

  /** An axis for values above 0 that range over powers of ten. */
  static Axis logarithmic(double from, double to, String title) {
    return of(Scale.LOGARITHMIC, Ticks.logarithmic(from, to), title);
  }

  /**
   * An axis for any values. The axis is linear from 0 if the range is small, or if a value is not
   * above 0, because a logarithmic axis cannot show this value. Otherwise the axis is logarithmic,
   * and its title says so.
   *
   * @param least the least value; a value below 0 makes the axis longer
   * @param greatest the greatest value
   */
  public static Axis amounts(double least, double greatest, String title) {
    return amounts(least, least, greatest, title);
  }

  private static Axis amounts(double least, double leastToTell, double greatest, String title) {
    return least > 0 && greatest / leastToTell > LINEAR_UP_TO_RATIO
        ? logarithmic(least, greatest, title + ", log scale")
        : linear(Math.min(0, least), Math.max(0, greatest), 5, title);
  }

  /** An axis for all points of lines and the ends of their intervals. */
  public static Axis amounts(List<LineChart.Series> lines, String title) {
    return amounts(lines, Double.POSITIVE_INFINITY, title);
  }

  /**
   * An axis for lines and for the smallest value that matters.
   *
   * @param leastToTell the smallest value that matters; infinite for the smallest of all
   */
  public static Axis amounts(List<LineChart.Series> lines, double leastToTell, String title) {
    List<LineChart.Dot> dots = lines.stream().flatMap(line -> line.dots().stream()).toList();
    double least = dots.stream().mapToDouble(dot -> Math.min(dot.y(), dot.low())).min().orElse(0);
    double greatest =
        dots.stream().mapToDouble(dot -> Math.max(dot.y(), dot.high())).max().orElse(0);
    return amounts(least, Double.isInfinite(leastToTell) ? least : leastToTell, greatest, title);
  }

  /**
   * Percentiles from the median on.
   *
   * @param to the greatest shown percentile, below 100
   */
  public static Axis percentiles(double to, String title) {
    List<Tick> ticks =
        PERCENTILES.stream()
            .filter(p -> p <= Math.max(to, 90) + 1e-9)
            .map(p -> new Tick(p, Numbers.percentile(p)))
            .toList();
    return new Axis(Scale.NINES, 50, Math.max(to, 90), ticks, title);
  }

  /** A linear axis with a label at each of the given values, and space around them. */
  public static Axis at(List<Tick> ticks, String title) {
    double first = ticks.getFirst().value();
    double last = ticks.getLast().value();
    double room = last > first ? (last - first) * 0.1 : Math.max(Math.abs(first) * 0.5, 0.5);
    return new Axis(Scale.LINEAR, first - room, last + room, ticks, title);
  }

  /** The axis with a title that mentions values above its end. */
  Axis cut() {
    return new Axis(
        scale, from, to, ticks, "%s (lines above %s end there)".formatted(title, label(to)));
  }

  private static Axis of(Scale scale, List<Double> values, String title) {
    List<Tick> ticks =
        IntStream.range(0, values.size())
            .mapToObj(i -> new Tick(values.get(i), label(values.get(i))))
            .toList();
    return new Axis(scale, values.getFirst(), values.getLast(), ticks, title);
  }

  private static String label(double value) {
    double size = Math.abs(value);
    return size != 0 && (size >= 1e7 || size < 1e-4)
        ? Numbers.significant(value).replaceFirst("\\.?0+e", "e")
        : Numbers.plain(value);
  }

  /**
   * Position of a value: 0 at the beginning, 1 at the end. Values beyond the ends, because of
   * rounding, are at the ends.
   */
  double position(double value) {
    double first = scale.of(from);
    double position = (scale.of(value) - first) / (scale.of(to) - first);
    // A logarithmic axis has no zero; it is drawn at the beginning.
    return Double.isNaN(position) ? 0 : Math.clamp(position, 0, 1);
  }
}
