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
  /** A user's numbers, and the capital letters that stand for numbers in a list of names. */
  private static final Pattern NUMBERS = Pattern.compile("(?<=-)(\\d+|[A-Z])(?=[-+]|$)");

  /** Stands for a number in a list of names. */
  private static final Pattern LETTER = Pattern.compile("(?<=-)[A-Z](?=[-+]|$)");

  private static final int MOST_DIGITS = 4;

  private NearestName() {}

  /** {@code "; did you mean tail-index?"}, or nothing if no name is near. */
  public static String hint(String name, Collection<String> known) {
    return hint(of(name, known));
  }

  /** The same for a name that was found. */
  public static String hint(Optional<String> meant) {
    return meant
        .map(found ->
            LETTER.matcher(found).find()
                ? "; did you mean %s, with whole numbers for the capital letters?".formatted(found)
                : "; did you mean %s?".formatted(found))
        .orElse("");
  }

  /** The error for a name that does not exist: the known names, and the nearest one. */
  public static IllegalArgumentException unknown(String name, List<String> known) {
    return new IllegalArgumentException(
        "expected %s, found '%s'%s"
            .formatted(OptionRules.alternatives(known), Abbreviated.of(name), hint(name, known)));
  }

  /**
   * The known name with the fewest typing mistakes, if they are at most one in three letters.
   * Numbers behind a hyphen count as the letters that stand for them: {@code fxied-4} is near
   * {@code fixed-N} and becomes {@code fixed-4}.
   */
  public static Optional<String> of(String name, Collection<String> known) {
    return of(name, known, other -> true);
  }

  /**
   * The same where not all numbers are accepted: {@code fixed-0} becomes {@code fixed-1}, {@code
   * fixed-04} becomes {@code fixed-4}.
   *
   * @param accepted true for an accepted name, with 1 for a letter that stands for a number
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

  /** A name with 1 for each letter that stands for a number. */
  static String withOnes(String name) {
    return LETTER.matcher(name).replaceAll("1");
  }

  /** The number without leading zeros, 1 to 9999. */
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
   * Number of letters to insert, delete, replace, or swap with their neighbour, to turn one name
   * into the other.
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
