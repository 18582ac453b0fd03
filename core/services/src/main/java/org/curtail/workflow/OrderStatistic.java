package org.curtail.workflow;

/** Finds the k-th smallest of values without sorting all of them (Hoare's quickselect). */
final class OrderStatistic {
  private OrderStatistic() {}

  /**
   * Returns the value with {@code rank} smaller or equal ones before it in ascending order.
   *
   * @param values at least one, none NaN; their order changes
   * @param rank from 0 to the number of values, exclusive
   */
  static double of(double[] values, int rank) {
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
