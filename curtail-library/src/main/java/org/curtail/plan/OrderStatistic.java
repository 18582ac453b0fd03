package org.curtail.plan;

/** Selection without sorting: Hoare's algorithm with the middle as pivot, linear on average. */
final class OrderStatistic {
  private OrderStatistic() {}

  /**
   * The value that sorting would put at an index. Reorders the values.
   *
   * @param values without NaN
   * @param index 0 to {@code values.length - 1}
   */
  static double select(double[] values, int index) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      double pivot = values[(low + high) >>> 1];
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
      // Everything up to right is at most the pivot, everything from left on at least.
      if (index <= right) {
        high = right;
      } else if (index >= left) {
        low = left;
      } else {
        break;
      }
    }
    return values[index];
  }
}
