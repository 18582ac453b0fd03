package org.curtail.benchkit.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Suggests a known name for a name that does not exist. */
public final class NearestName {
  /** A number of a user, or a capital letter for a number in a list of names. */
  private static final Pattern NUMBERS = Pattern.compile("(?<=-)(\\d+|[A-Z])(?=[-+]|$)");

  /** A capital letter that represents a number in a list of names. */
  private static final Pattern LETTER = Pattern.compile("(?<=-)[A-Z](?=[-+]|$)");

  private static final int MOST_DIGITS = 4;

  private NearestName() {}

  /** Returns {@code "; did you mean tail-index?"}, or an empty text if no name is near. */
  public static String hint(String name, Collection<String> known) {
    return hint(of(name, known));
  }

  /** Returns the hint for a found name; an empty text without one. */
  public static String hint(Optional<String> meant) {
    return meant
        .map(found ->
            LETTER.matcher(found).find()
                ? "; did you mean %s, with whole numbers for the capital letters?".formatted(found)
                : "; did you mean %s?".formatted(found))
        .orElse("");
  }

  /** Returns the error for an unknown name, with the known names and the nearest one. */
  public static IllegalArgumentException unknown(String name, List<String> known) {
    return new IllegalArgumentException(
        "expected %s, found '%s'%s"
            .formatted(OptionRules.alternatives(known), Abbreviated.of(name), hint(name, known)));
  }

  /**
   * Returns the known name with the fewest typing mistakes, at most one in three letters. A number
   * after a hyphen counts as the letter for it: {@code fxied-4} is near {@code fixed-N} and becomes
   * {@code fixed-4}.
   */
  public static Optional<String> of(String name, Collection<String> known) {
    return of(name, known, other -> true);
  }

  /**
   * Returns the nearest accepted name: {@code fixed-0} becomes {@code fixed-1}, {@code fixed-04}
   * becomes {@code fixed-4}.
   *
   * @param accepted true for an accepted name; letters for numbers are replaced by 1
   */
  public static Optional<String> of(
      String name, Collection<String> known, Predicate<String> accepted) {
    String wanted = plain(name);
    return known.stream()
        .filter(other -> distance(wanted, plain(other)) <= Math.max(1, wanted.length() / 3))
        .sorted(Comparator.comparingInt(other -> distance(wanted, plain(other))))
        .flatMap(found ->
            Stream.of(
                withNumbers(found, name, number -> number),
                withNumbers(found, name, NearestName::ordinary)))
        .filter(meant -> !meant.equals(name))
        .filter(meant -> accepted.test(withOnes(meant)))
        .findFirst();
  }

  /** Returns a name with 1 instead of each letter for a number. */
  static String withOnes(String name) {
    return LETTER.matcher(name).replaceAll("1");
  }

  /** Returns a number without leading zeros, limited to 1 to 9999. */
  private static String ordinary(String number) {
    String digits = number.replaceFirst("^0+", "");
    return digits.isEmpty() ? "1" : digits.length() > MOST_DIGITS ? "9999" : digits;
  }

  private static String plain(String name) {
    return NUMBERS.matcher(name).replaceAll("#").toLowerCase(Locale.ROOT);
  }

  private static String withNumbers(String found, String name, UnaryOperator<String> mended) {
    Matcher numbers = NUMBERS.matcher(name);
    return NUMBERS
        .matcher(found)
        .replaceAll(letter -> numbers.find() ? mended.apply(numbers.group()) : letter.group());
  }

  /**
   * Returns the least number of insertions, deletions, replacements, and swaps of neighbours
   * between two names.
   */
  static int distance(String one, String other) {
    int[][] costs = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          costs[i][j] = i + j;
          continue;
        }
        int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        costs[i][j] =
            Math.min(
                costs[i - 1][j - 1] + replaced, 1 + Math.min(costs[i - 1][j], costs[i][j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          costs[i][j] = Math.min(costs[i][j], costs[i - 2][j - 2] + 1);
        }
      }
    }
    return costs[one.length()][other.length()];
  }
}
