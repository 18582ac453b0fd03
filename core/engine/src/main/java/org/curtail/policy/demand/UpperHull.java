package org.curtail.policy.demand;

/**
 * The upper convex hull of points in the plane that come from the right to the left (Andrew:
 * Another efficient algorithm for convex hulls in two dimensions, 1979). Adding points takes
 * constant amortised time, questions logarithmic. For one thread.
 */
final class UpperHull {
  private final double[] x;
  private final double[] y;
  private int size;

  UpperHull(int mostPoints) {
    x = new double[mostPoints];
    y = new double[mostPoints];
  }

  /** A point to the left of all others. */
  void add(double left, double height) {
    while (size > 1
        && (y[size - 1] - height) * (x[size - 2] - left)
            <= (y[size - 2] - height) * (x[size - 1] - left)) {
      size--;
    }
    x[size] = left;
    y[size++] = height;
  }

  /** The greatest slope of a line from a point on the left of all to one of these. */
  double greatestSlopeFrom(double left, double height) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      // Going on to the right pays as long as the way there is steeper than the way so far.
      int middle = (low + high + 1) / 2;
      double soFar = (y[middle] - height) / (x[middle] - left);
      double onward = (y[middle - 1] - y[middle]) / (x[middle - 1] - x[middle]);
      if (onward > soFar) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return (y[low] - height) / (x[low] - left);
  }

  /** Where on the level of a height a line of this slope, above 0, begins that touches the hull. */
  double tangentFrom(double height, double slope) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (y[middle - 1] - y[middle] > slope * (x[middle - 1] - x[middle])) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return x[low] - (y[low] - height) / slope;
  }
}
