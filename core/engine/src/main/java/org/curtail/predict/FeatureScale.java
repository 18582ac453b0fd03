package org.curtail.predict;

import java.util.Arrays;

/**
 * Makes features comparable: the distance of each feature from its median, in standard deviations.
 * The standard deviation is estimated from the quartiles. A greater distance is limited, so that an
 * absurd value has little effect. Immutable.
 */
final class FeatureScale {
  /** Greatest distance from the median that is not absurd, in standard deviations. */
  private static final double FARTHEST = 8;

  /** No shorter distance is absurd: many features are logarithms whose values are mostly equal. */
  private static final double LEAST_FARTHEST = 4;

  /** Distance between the quartiles of a normal distribution, in standard deviations. */
  private static final double QUARTILES_APART = 1.349;

  /**
   * Least and greatest scale: beyond them, comparisons make no sense and sums of squares are not
   * finite.
   */
  private static final double LEAST = 1e-9;

  private static final double GREATEST = 1e100;

  /** Differences below this share of a scale cannot be seen on it. */
  private static final double TOO_FINE = 1e-3;

  private final double[] medians;
  private final double[] scales;
  private final boolean[] varies;

  private FeatureScale(double[] medians, double[] scales, boolean[] varies) {
    this.medians = medians;
    this.scales = scales;
    this.varies = varies;
  }

  /**
   * Returns the scale of these features.
   *
   * @param rows rows with the features of one request each, all finite; at least one row
   */
  static FeatureScale of(double[][] rows) {
    int features = rows[0].length;
    double[] medians = new double[features];
    double[] scales = new double[features];
    boolean[] varies = new boolean[features];
    double[] column = new double[rows.length];
    for (int f = 0; f < features; f++) {
      for (int r = 0; r < rows.length; r++) {
        column[r] = rows[r][f];
      }
      Arrays.sort(column);
      medians[f] = median(column);
      scales[f] = scale(column);
      varies[f] = quartilesApart(column) > 0;
    }
    return new FeatureScale(medians, scales, varies);
  }

  /** Returns the median of sorted values. */
  static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : sorted[middle - 1] / 2 + sorted[middle] / 2; // their sum may be infinite
  }

  /** Returns the scale of sorted values; 1, their own unit, if half of them or more are equal. */
  static double scale(double[] sorted) {
    double scale = quartilesApart(sorted) / QUARTILES_APART;
    return scale > LEAST && scale < GREATEST ? scale : 1;
  }

  private static double quartilesApart(double[] sorted) {
    int last = sorted.length - 1;
    return sorted[last - last / 4] - sorted[last / 4];
  }

  /** True if a feature that varies on the other scale seems constant on this one. */
  boolean isTooCoarseFor(FeatureScale other) {
    for (int f = 0; f < scales.length; f++) {
      if (other.varies[f] && other.scales[f] < TOO_FINE * scales[f]) {
        return true;
      }
    }
    return false;
  }

  /** True if a feature is too far away to be believed. */
  boolean isAbsurd(int feature, double value) {
    return Math.abs(value - medians[feature]) > farthest(feature);
  }

  /** Returns a feature's distance from its median, in scales; NaN if the feature is not finite. */
  double of(int feature, double value) {
    double farthest = farthest(feature);
    return Double.isInfinite(value)
        ? Double.NaN
        : Math.clamp(value - medians[feature], -farthest, farthest) / scales[feature];
  }

  private double farthest(int feature) {
    return Math.max(FARTHEST * scales[feature], LEAST_FARTHEST);
  }
}
