package org.curtail.benchkit.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.curtail.Percentile;

/**
 * Intervals by resampling whole blocks, the same blocks for all contenders. The requests of a block
 * depend on each other, since they share queues. Blocks differ since the machine changes over time.
 * The contenders of a group had the same arrivals, one shortly after the other.
 *
 * <p>Percentiles are those of all requests of the drawn blocks together. With few blocks, a plain
 * percentile interval is too narrow. The expanded percentile interval (Hesterberg: What teachers
 * should know about the bootstrap, The American Statistician 2015, section 4) takes ends further
 * out, as wide as Student's interval for a mean.
 */
public final class PairedBootstrap {
  private static final int RESAMPLES = 1000;

  private static final double UPPER_END = 0.975;

  /** {@code draws[i][b]}: number of times that block b is drawn in resample i. */
  private final int[][] draws;

  private final int[] once;

  /** Percentile of the resampled values at the lower end of the interval. */
  private final double lowPercentile;

  /**
   * Draws resamples. The same seed gives the same draws.
   *
   * @param blocks number of blocks: at least 1
   */
  public PairedBootstrap(int blocks, long seed) {
    var random = new Random(seed);
    draws = new int[RESAMPLES][blocks];
    for (int[] draw : draws) {
      for (int i = 0; i < blocks; i++) {
        draw[random.nextInt(blocks)]++;
      }
    }
    lowPercentile = lowPercentile(blocks);
    once = once(blocks);
  }

  /** Returns the sample with each block once, which gives the figures of all requests. */
  public static int[] once(int blocks) {
    int[] once = new int[blocks];
    Arrays.fill(once, 1);
    return once;
  }

  /** Splits values into blocks of consecutive values, with sizes as equal as possible. */
  public static List<double[]> blocks(double[] values, int blocks) {
    return IntStream.range(0, blocks)
        .mapToObj(block ->
            Arrays.copyOfRange(
                values, block * values.length / blocks, (block + 1) * values.length / blocks))
        .toList();
  }

  /** Returns the percentile of the resampled values at which a 95 % interval begins. */
  static double lowPercentile(int blocks) {
    if (blocks < 2) {
      return 0;
    }
    int freedom = blocks - 1;
    double student = TDistribution.of(freedom).inverseCumulativeProbability(UPPER_END);
    return 100
        * NormalDistribution.of(0, 1)
            .cumulativeProbability(-student * Math.sqrt((double) blocks / freedom));
  }

  /** A figure of drawn blocks. The figure's argument is the number of draws of each block. */
  public interface Figure extends ToDoubleFunction<int[]> {}

  /** Returns the mean of all requests. */
  public static Figure mean(List<double[]> blocks) {
    double[] sums = blocks.stream().mapToDouble(block -> Arrays.stream(block).sum()).toArray();
    return draw -> {
      double sum = 0;
      long count = 0;
      for (int b = 0; b < draw.length; b++) {
        sum += draw[b] * sums[b];
        count += (long) draw[b] * blocks.get(b).length;
      }
      return sum / count;
    };
  }

  /** Returns a percentile of all requests, by nearest rank. */
  public static Figure percentile(List<double[]> blocks, double percentile) {
    record Value(double ms, int block) {}
    var ascending = new ArrayList<Value>();
    for (int b = 0; b < blocks.size(); b++) {
      for (double ms : blocks.get(b)) {
        ascending.add(new Value(ms, b));
      }
    }
    ascending.sort(Comparator.comparingDouble(Value::ms));
    double[] ms = ascending.stream().mapToDouble(Value::ms).toArray();
    int[] block = ascending.stream().mapToInt(Value::block).toArray();
    return draw -> {
      int count = 0;
      for (int b = 0; b < draw.length; b++) {
        count += draw[b] * blocks.get(b).length;
      }
      int rank = Percentile.rank(percentile, count);
      if (rank > count / 2) {
        // Searches from the greatest value, since percentiles are high.
        int above = count - rank;
        int i = ms.length - 1;
        while (above > draw[block[i]]) {
          above -= draw[block[i]];
          i--;
        }
        return ms[i];
      }
      int left = rank + 1;
      int i = 0;
      while (left > draw[block[i]]) {
        left -= draw[block[i]];
        i++;
      }
      return ms[i];
    };
  }

  /** Returns the median of a value of each block, such as a ratio. */
  public static Figure median(double[] values) {
    int[] ascending =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(b -> values[b]))
            .mapToInt(b -> b)
            .toArray();
    return draw -> {
      int count = Arrays.stream(draw).sum();
      double low = values[drawn(ascending, draw, (count + 1) / 2)];
      double high = values[drawn(ascending, draw, count / 2 + 1)];
      return (low + high) / 2;
    };
  }

  /** Returns the block at a rank of all drawn blocks, from 1, by ascending values. */
  private static int drawn(int[] ascending, int[] draw, int rank) {
    int i = 0;
    int left = rank - draw[ascending[0]];
    while (left > 0) {
      i++;
      left -= draw[ascending[i]];
    }
    return ascending[i];
  }

  /** Returns the least of several figures, draw by draw: the best of several baselines. */
  public static Figure least(List<Figure> figures) {
    return draw ->
        figures.stream().mapToDouble(figure -> figure.applyAsDouble(draw)).min().orElseThrow();
  }

  /** Returns the paired ratio of two figures. */
  public Ratio ratio(Figure numerator, Figure denominator) {
    double[] resampled = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      resampled[i] = numerator.applyAsDouble(draws[i]) / denominator.applyAsDouble(draws[i]);
    }
    Arrays.sort(resampled);
    return new Ratio(
        numerator.applyAsDouble(once) / denominator.applyAsDouble(once),
        Percentile.of(resampled, lowPercentile),
        Percentile.of(resampled, 100 - lowPercentile));
  }

  /** Returns the lower and upper end of a figure's interval. */
  public List<Double> spread(Figure figure) {
    double[] resampled = Arrays.stream(draws).mapToDouble(figure).sorted().toArray();
    return List.of(
        Percentile.of(resampled, lowPercentile), Percentile.of(resampled, 100 - lowPercentile));
  }
}
