package org.curtail.tune;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.curtail.Profile;

/**
 * Whole numbers to choose from.
 *
 * @param ascending at least one, each greater than the one before
 */
record Choices(List<Integer> ascending) {
  /** Greatest number: names of policies have four digits at most. */
  static final int GREATEST = 9999;

  Choices {
    ascending = List.copyOf(ascending);
    if (ascending.isEmpty()) {
      throw new IllegalArgumentException("there must be a choice");
    }
    for (int i = 1; i < ascending.size(); i++) {
      if (ascending.get(i) <= ascending.get(i - 1)) {
        throw new IllegalArgumentException("choices must ascend: " + ascending);
      }
    }
  }

  private static Choices of(SortedSet<Integer> values) {
    return new Choices(List.copyOf(values));
  }

  private static int possible(double value) {
    return Math.clamp(Math.round(value), 1, GREATEST);
  }

  /**
   * Returns each percentile of the demand, in milliseconds on one thread, and a number above all
   * demands.
   */
  static Choices demandsMs(Profile profile) {
    var values = new TreeSet<Integer>();
    for (int percent = 0; percent <= 100; percent++) {
      values.add(possible(profile.percentileMs(percent, 1)));
    }
    values.add(neverMs(profile));
    return of(values);
  }

  /** Returns four times the longest demand, which only a very wrong prediction reaches. */
  static int neverMs(Profile profile) {
    return possible(4 * profile.percentileMs(100, 1));
  }

  /** Returns numbers from one to another, each greater by a factor than the last, rounded. */
  static Choices between(double least, double greatest, double factor) {
    var values = new TreeSet<Integer>();
    for (double value = least; value < greatest; value *= factor) {
      values.add(possible(value));
    }
    values.add(possible(greatest));
    return of(values);
  }

  Choices dividedBy(int divisor) {
    var values = new TreeSet<Integer>();
    ascending.forEach(value -> values.add(possible((double) value / divisor)));
    return of(values);
  }

  /** Returns these numbers, and one more before or after them. */
  Choices and(int value) {
    var values = new TreeSet<>(ascending);
    values.add(value);
    return of(values);
  }

  int size() {
    return ascending.size();
  }
}
