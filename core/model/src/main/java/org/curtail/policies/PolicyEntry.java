package org.curtail.policies;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.Policy;

/**
 * One named policy.
 *
 * @param name name without its numbers
 * @param letters letters that stand for the numbers after the name, empty if there are none
 * @param sentence description, without a full stop
 * @param fewest least number of numbers
 * @param most greatest number of numbers
 * @param maker makes the policy from the numbers
 */
record PolicyEntry(
    String name,
    String letters,
    String sentence,
    Set<Policies.Need> needs,
    int fewest,
    int most,
    BiFunction<Policies.Ingredients, List<Integer>, Policy> maker) {
  /** The letter of a number that may be 0. */
  static final String WEIGHT = "W";

  static PolicyEntry plain(
      String name,
      String sentence,
      Set<Policies.Need> needs,
      Function<Policies.Ingredients, Policy> maker) {
    return new PolicyEntry(name, "", sentence, needs, 0, 0, (from, none) -> maker.apply(from));
  }

  static PolicyEntry numbered(
      String name,
      String letter,
      String sentence,
      Set<Policies.Need> needs,
      BiFunction<Policies.Ingredients, Integer, Policy> maker) {
    return new PolicyEntry(
        name, letter, sentence, needs, 1, 1, (from, one) -> maker.apply(from, one.getFirst()));
  }

  /**
   * Returns the numbers in a policy's name, none if this policy has none; empty for another
   * policy's name.
   */
  Optional<List<Integer>> numbers(String policy) {
    if (most == 0) {
      return policy.equals(name) ? Optional.of(List.of()) : Optional.empty();
    }
    String digits = policy.startsWith(name) ? policy.substring(name.length()) : "";
    String number = least() == 0 ? "(0|[1-9][0-9]{0,3})" : "[1-9][0-9]{0,3}";
    String pattern = "%s(-%s){%d,%d}".formatted(number, number, fewest - 1, most - 1);
    return digits.matches(pattern)
        ? Optional.of(Stream.of(digits.split("-")).map(Integer::valueOf).toList())
        : Optional.empty();
  }

  /** Returns the least number: 0 for a weight, and for one of several numbers, such as no delay. */
  private int least() {
    return fewest > 1 || letters.equals(WEIGHT) ? 0 : 1;
  }

  /** Returns true if a name is this policy's apart from its numbers. */
  boolean isMeant(String policy) {
    return most > 0
        && policy.startsWith(name)
        && policy.substring(name.length()).matches("[-+.,0-9]*");
  }

  /** Returns the expected form of a name of this policy. */
  String expected() {
    return "expected %s, with whole numbers from %d to 9999 for the capital letters"
        .formatted(pattern(), least());
  }

  String pattern() {
    return name + letters;
  }

  String description() {
    if (needs.isEmpty()) {
      return sentence + ".";
    }
    String needed =
        EnumSet.copyOf(needs).stream()
            .map(Policies.Need::words)
            .collect(Collectors.joining(" and "));
    return sentence + "; needs " + needed + ".";
  }
}
