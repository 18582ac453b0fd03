package org.curtail.tune;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.curtail.Profile;

/**
 * Tunable numbers of a policy, and lines through their combinations on which the search begins. A
 * combination is a list of indices into the choices, one for each number.
 *
 * @param choices choices for each number
 * @param lines at least one
 */
record PolicyParameters(List<Choices> choices, List<Line> lines) {
  /**
   * Combinations in a row.
   *
   * @param size number of combinations
   * @param at combination at index 0 to {@code size} - 1
   */
  record Line(int size, IntFunction<List<Integer>> at) {}

  private static final double FACTOR = 1.05;

  /**
   * Factor between targets. The factor is small: near the least possible target, a small change of
   * the target changes the tail much.
   */
  private static final double FINE_FACTOR = 1.02;

  /**
   * Number of targets: one per quarter of the cores, as {@code TargetDriven} reads them, and one
   * beyond one and a quarter.
   */
  private static final int TARGETS = 6;

  PolicyParameters {
    choices = List.copyOf(choices);
    lines = List.copyOf(lines);
  }

  static PolicyParameters one(Choices choices) {
    return new PolicyParameters(List.of(choices), List.of(new Line(choices.size(), List::of)));
  }

  /**
   * Returns the parameters of a policy.
   *
   * @param name a name that {@link Tuner#isTunable}
   */
  static PolicyParameters of(String name, Profile profile, int cores, double percentile) {
    Supplier<Choices> demandsMs = () -> Choices.demandsMs(profile);
    return switch (name) {
      case "clairvoyant", "predictive" -> one(demandsMs.get());
      // The last choice means never. If threads share cores, execution may outlast any demand.
      case "interval" ->
          one(Choices.between(1, profile.percentileMs(99, 1), FACTOR).and(Choices.GREATEST));
      case "binary", "linear" -> one(Choices.between(1, 10.0 * cores, FACTOR));
      case "edf", "tail-index-due" -> one(targetsMs(profile, percentile, FINE_FACTOR));
      case "tail-control", "tail-index-demoting" -> one(targetsMs(profile, percentile, FACTOR));
      case "tpc" -> {
        Choices targetsMs = targetsMs(profile, percentile, FACTOR);
        yield new PolicyParameters(
            Collections.nCopies(TARGETS, targetsMs),
            List.of(new Line(targetsMs.size(), at -> Collections.nCopies(TARGETS, at))));
      }
      case "dds" -> {
        Choices thresholdsMs = demandsMs.get();
        Choices delaysMs = thresholdsMs.and(0);
        // Errors are mostly a fraction of the demand. The last choice ignores them.
        Choices errorsMs = thresholdsMs.dividedBy(4).and(Choices.GREATEST);
        int anyError = errorsMs.size() - 1;
        // Two lines: predictions without delay, and a delay after which all remaining requests are
        // long.
        yield new PolicyParameters(
            List.of(delaysMs, thresholdsMs, errorsMs),
            List.of(
                new Line(thresholdsMs.size(), at -> List.of(0, at, anyError)),
                new Line(delaysMs.size(), at -> List.of(at, 0, anyError))));
      }
      default -> throw new IllegalArgumentException("no parameters are known of " + name);
    };
  }

  /**
   * Returns targets from half of the best time on an idle machine to much more than the time on one
   * thread.
   */
  private static Choices targetsMs(Profile profile, double percentile, double factor) {
    return Choices.between(
        profile.percentileMs(percentile, profile.maxDegree()) / 2,
        profile.percentileMs(percentile, 1) * 4,
        factor);
  }

  List<Integer> numbers(List<Integer> places) {
    return IntStream.range(0, places.size())
        .mapToObj(i -> choices.get(i).ascending().get(places.get(i)))
        .toList();
  }

  /**
   * Whole numbers to choose from.
   *
   * @param ascending at least one, strictly ascending
   */
  record Choices(List<Integer> ascending) {
    /** Greatest number; names of policies have at most four digits. */
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
     * Returns each percentile of the demand in milliseconds on one thread, and a number above all
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

    /** Returns four times the longest demand; only a very wrong prediction reaches it. */
    static int neverMs(Profile profile) {
      return possible(4 * profile.percentileMs(100, 1));
    }

    /**
     * Returns rounded numbers from one to another, each greater by a factor than the one before.
     */
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

    /** Returns these numbers with one more before or after them. */
    Choices and(int value) {
      var values = new TreeSet<>(ascending);
      values.add(value);
      return of(values);
    }

    int size() {
      return ascending.size();
    }
  }
}
