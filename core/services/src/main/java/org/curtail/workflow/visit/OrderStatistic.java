package org.curtail.workflow.visit;

/** Finds the k-th smallest of values without sorting all of them (Hoare's quickselect). */
public final class OrderStatistic {
  private OrderStatistic() {}

  /**
   * Returns the value at a rank in ascending order.
   *
   * @param values at least one value, none NaN; this method changes their order
   * @param rank rank from 0 to the number of values, exclusive
   */
  public static double of(double[] values, int rank) {
    if (rank == values.length - 1) {
      return greatest(values);
    }
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      double pivot = middle(values[low], values[(low + high) >>> 1], values[high]);
      int left = low;
      int right = high;
      while (left <= right) {
        while (values[left] < pivot) {
          left++;
        }
        while (values[right] > pivot) {
          right--;
        }
        if (left <= right) {
          double swapped = values[left];
          values[left++] = values[right];
          values[right--] = swapped;
        }
      }
      if (rank <= right) {
        high = right;
      } else if (rank >= left) {
        low = left;
      } else {
        break;
      }
    }
    return values[rank];
  }

  /**
   * Returns the number of times up to a limit.
   *
   * @param ascending times in ascending order, at least one
   */
  public static int within(double[] ascending, double millis) {
    int low = 0;
    int high = ascending.length;
    if (ascending[high - 1] <= millis) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double greatest(double[] values) {
    double greatest = values[0];
    for (double value : values) {
      greatest = Math.max(greatest, value);
    }
    return greatest;
  }

  private static double middle(double a, double b, double c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
