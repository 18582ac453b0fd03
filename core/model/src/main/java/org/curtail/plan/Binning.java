package org.curtail.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.curtail.Profile;

/**
 * Smaller profiles for planning: bins of the demand distribution with their frequencies
 * (Few-to-Many paper, section 4.1), or one speedup for all requests. Both forms keep the mean time
 * at every degree.
 */
public final class Binning {
  private static final String AGGREGATED = ", with the aggregate speedup";
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Binning() {}

  /**
   * Groups requests into bins of equal width in sequential time. Each bin with requests becomes one
   * request with their weighted mean time at every degree and their total weight. A sequential time
   * changes by at most the width of a bin.
   *
   * @param bins most bins; at least 1
   * @return the bins in ascending order of demand; the source names them
   * @throws IllegalArgumentException if {@code bins} is below 1
   */
  public static Profile byDemand(Profile profile, int bins) {
    if (bins < 1) {
      throw new IllegalArgumentException("expected at least 1 bin, found " + bins);
    }
    double[] ascendingMs = profile.ascendingMs(1);
    double leastMs = ascendingMs[0];
    double rangeMs = ascendingMs[ascendingMs.length - 1] - leastMs;
    int[] inUse = new int[Math.min(bins, ascendingMs.length)];
    int count = 0;
    for (double timeMs : ascendingMs) {
      int bin = bin(timeMs - leastMs, rangeMs, bins);
      if (count == 0 || bin > inUse[count - 1]) {
        inUse[count++] = bin;
      }
    }
    double[][] meansMs = new double[count][profile.maxDegree()];
    double[] weights = new double[count];
    double[] serialMs = new double[count];
    for (int r = 0; r < profile.requests(); r++) {
      int bin = bin(profile.timeMs(r, 1) - leastMs, rangeMs, bins);
      int place = Arrays.binarySearch(inUse, 0, count, bin);
      double[] meanMs = meansMs[place];
      weights[place] += profile.weight(r);
      // A running mean of equal times is exact; a sum divided at the end is not.
      double share = profile.weight(r) / weights[place];
      for (int d = 1; d <= meanMs.length; d++) {
        meanMs[d - 1] += (profile.timeMs(r, d) - meanMs[d - 1]) * share;
      }
      serialMs[place] += (profile.serialMs(r) - serialMs[place]) * share;
    }
    String source =
        "%s, in %d %s of %s ms"
            .formatted(profile.source(), bins, bins == 1 ? "bin" : "bins", text(rangeMs / bins));
    return Profile.weighted(source, meansMs, weights)
        .withSerialMs(serialMs)
        .withNotes(profile.notes());
  }

  private static int bin(double aboveMs, double rangeMs, int bins) {
    return rangeMs == 0 ? 0 : (int) Math.min(aboveMs / rangeMs * bins, bins - 1);
  }

  private static String text(double widthMs) {
    return new BigDecimal(widthMs).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }

  /**
   * Gives every request the same speedup at each degree, after its serial part: the ratio of the
   * weighted total times of all requests, without their serial parts. Sequential times stay.
   *
   * @return the same requests; the source states the speedup
   */
  public static Profile aggregateSpeedups(Profile profile) {
    double meanSerialMs =
        IntStream.range(0, profile.requests())
                .mapToDouble(r -> profile.weight(r) * profile.serialMs(r))
                .sum()
            / profile.totalWeight();
    double[] speedups = new double[profile.maxDegree()];
    Arrays.setAll(
        speedups, i -> (profile.meanMs(1) - meanSerialMs) / (profile.meanMs(i + 1) - meanSerialMs));
    double[] weights = new double[profile.requests()];
    double[] serialMs = new double[profile.requests()];
    double[] timesMs = new double[profile.maxDegree()];
    var builder = new Profile.Builder();
    for (int r = 0; r < profile.requests(); r++) {
      double serial = profile.serialMs(r);
      double sequentialMs = profile.timeMs(r, 1);
      Arrays.setAll(
          timesMs, i -> i == 0 ? sequentialMs : serial + (sequentialMs - serial) / speedups[i]);
      serialMs[r] = serial;
      builder.add(timesMs);
      weights[r] = profile.weight(r);
    }
    String source = profile.source();
    return builder
        .build(source.endsWith(AGGREGATED) ? source : source + AGGREGATED)
        .withWeights(weights)
        .withSerialMs(serialMs)
        .withNotes(profile.notes());
  }
}
