package org.curtail.app.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One direction of a chart: where a value lies, and which values are written beside it.
 *
 * @param scale how values spread
 * @param from value at the beginning
 * @param to value at the end, more than {@code from}
 * @param ticks values with a label, ascending
 * @param title what is shown, with its unit
 */
record Axis(Scale scale, double from, double to, List<Tick> ticks, String title) {
  /** A value and its label. */
  record Tick(double value, String label) {}

  /** How values spread along an axis. */
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
    /** Percentiles: each further nine takes the same room. */
    NINES {
      @Override
      double of(double percentile) {
        return -Math.log10(1 - percentile / 100);
      }
    };

    abstract double of(double value);
  }

  /** Beyond this ratio of greatest to least, small values drown on a linear axis. */
  private static final double LINEAR_UP_TO_RATIO = 40;

  private static final List<Double> PERCENTILES =
      List.of(50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999);

  Axis {
    ticks = List.copyOf(ticks);
  }

  /** An even axis with round ticks that cover the range. */
  static Axis linear(double from, double to, int most, String title) {
    return of(Scale.LINEAR, Ticks.linear(from, to, most), title);
  }

  /** An axis for values above 0 that range over powers of ten. */
  static Axis logarithmic(double from, double to, String title) {
    return of(Scale.LOGARITHMIC, Ticks.logarithmic(from, to), title);
  }

  /**
   * From 0 if the values allow it, else logarithmic; the title says so.
   *
   * @param least the least value above 0
   * @param greatest the greatest value
   */
  static Axis amounts(double least, double greatest, String title) {
    return least > 0 && greatest / least > LINEAR_UP_TO_RATIO
        ? logarithmic(least, greatest, title + ", log scale")
        : linear(0, greatest, 5, title);
  }

  /**
   * Percentiles from the median on.
   *
   * @param to the greatest to be shown, below 100
   */
  static Axis percentiles(double to, String title) {
    List<Tick> ticks =
        PERCENTILES.stream()
            .filter(p -> p <= Math.max(to, 90) + 1e-9)
            .map(p -> new Tick(p, Numbers.percentile(p)))
            .toList();
    return new Axis(Scale.NINES, 50, Math.max(to, 90), ticks, title);
  }

  /** An even axis with a label at each of the given values, and room around them. */
  static Axis at(List<Tick> ticks, String title) {
    double first = ticks.getFirst().value();
    double last = ticks.getLast().value();
    double room = last > first ? (last - first) * 0.1 : Math.max(Math.abs(first) * 0.5, 0.5);
    return new Axis(Scale.LINEAR, first - room, last + room, ticks, title);
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

  /** Where a value lies: 0 at the beginning, 1 at the end; values beyond lie at the ends. */
  double position(double value) {
    double first = scale.of(from);
    double position = (scale.of(value) - first) / (scale.of(to) - first);
    // A logarithmic axis has no zero: it lies at the beginning.
    return Double.isNaN(position) ? 0 : Math.clamp(position, 0, 1);
  }
}
