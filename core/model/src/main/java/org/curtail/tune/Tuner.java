package org.curtail.tune;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.Policy;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;

/**
 * Finds the numbers of policies that are named without them: {@code clairvoyant} becomes {@code
 * clairvoyant-230}. The numbers are those with the least tail in a {@link Training} that a search
 * over some dozens finds: along the number's range from coarse to fine, for several numbers one
 * after the other. TPC's table of targets begins with one target for all loads, as in its paper
 * (ASPLOS'16). The same training gives the same numbers on any machine.
 */
public final class Tuner {
  private static final int MOST_TRIED = 60;

  /** Tunable policies, with the least number of their numbers. */
  private static final Map<String, Integer> NUMBERS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("clairvoyant", 1),
              Map.entry("predictive", 1),
              Map.entry("edf", 1),
              Map.entry("interval", 1),
              Map.entry("binary", 1),
              Map.entry("linear", 1),
              Map.entry("dds", 3),
              Map.entry("tpc", 1),
              Map.entry("tail-control", 1),
              Map.entry("tail-index-demoting", 1),
              Map.entry("tail-index-due", 1)));

  private Tuner() {}

  /** Returns the names that {@link #tune} knows, in alphabetical order. */
  public static List<String> names() {
    return List.copyOf(NUMBERS.keySet());
  }

  /**
   * Returns true if this is such a name; {@link Policies#SHARING} and {@link Policies#BOOSTING} may
   * follow.
   */
  public static boolean isTunable(String name) {
    return NUMBERS.containsKey(Policies.withoutAdditions(name));
  }

  /**
   * Returns the needs of the policies of this name.
   *
   * @throws IllegalArgumentException if the name is not one of {@link #names}
   */
  public static Set<Need> needs(String name) {
    return Policies.needs(withNumbers(name, known(name)));
  }

  /**
   * Finds numbers for a policy.
   *
   * @param maker makes a policy from a name with numbers; {@link Policies#named}, possibly wrapped
   * @throws IllegalArgumentException if the name is not one of {@link #names}
   */
  public static Tuned tune(String name, Training training, Function<String, Policy> maker) {
    known(name);
    PolicyParameters dials =
        PolicyParameters.of(
            Policies.withoutAdditions(name),
            training.service().profile(),
            training.service().machine().cores(),
            training.percentile());
    var search =
        new ParameterSearch(
            dials,
            places -> training.tailMs(maker.apply(withNumbers(name, dials.numbers(places)))),
            MOST_TRIED);
    List<Integer> found = dials.numbers(search.run());
    return new Tuned(withNumbers(name, found), search.least(), search.tried());
  }

  /** Returns the fewest numbers that complete the name. */
  private static List<Integer> known(String name) {
    Integer count = NUMBERS.get(Policies.withoutAdditions(name));
    if (count == null) {
      throw new IllegalArgumentException(
          "'%s' cannot be tuned; what can is %s".formatted(name, String.join(", ", names())));
    }
    return Collections.nCopies(count, 1);
  }

  private static String withNumbers(String name, List<Integer> numbers) {
    String plain = Policies.withoutAdditions(name);
    return numbers.stream()
        .map(String::valueOf)
        .collect(Collectors.joining("-", plain + "-", name.substring(plain.length())));
  }

  /**
   * Result of a search.
   *
   * @param name name of the policy with its numbers, as {@link org.curtail.policies.Policies} knows
   *     it
   * @param tailMs its tail in training, in milliseconds; on other traces it is rather worse
   * @param tried number of combinations tried
   */
  public record Tuned(String name, double tailMs, int tried) {}
}
