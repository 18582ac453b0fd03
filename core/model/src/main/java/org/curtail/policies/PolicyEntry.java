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
 * One policy that has a name.
 *
 * @param name without the numbers that may follow
 * @param letters stand for the numbers behind the name, empty if there are none
 * @param sentence what it does, without a full stop
 * @param fewest numbers that follow
 * @param most numbers that follow
 * @param maker is given the numbers
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

  /** The numbers in a policy's name, none if this policy has none; empty for another's name. */
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

  /** A weight may be 0, and one of several numbers: a delay that is none. */
  private int least() {
    return fewest > 1 || letters.equals(WEIGHT) ? 0 : 1;
  }

  /** Whether a name is this policy's but for its numbers. */
  boolean isMeant(String policy) {
    return most > 0
        && policy.startsWith(name)
        && policy.substring(name.length()).matches("[-+.,0-9]*");
  }

  /** What a name of this policy must be like. */
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
