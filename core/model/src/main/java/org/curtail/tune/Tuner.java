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
 * clairvoyant-230}. The numbers are those with the least tail in a {@link Training}, as far as a
 * search that tries some dozens finds them: along the number's range from coarse to fine, for
 * several numbers one after the other. TPC's table of targets begins with one target for all loads,
 * as in its paper (ASPLOS'16). The same training gives the same numbers on any machine.
 */
public final class Tuner {
  private static final int MOST_TRIED = 60;

  /** Which can be tuned, and how many numbers they have at least. */
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

  /** The names that {@link #tune} knows, in alphabetical order. */
  public static List<String> names() {
    return List.copyOf(NUMBERS.keySet());
  }

  /**
   * Whether this is such a name; {@link Policies#SHARING} and {@link Policies#BOOSTING} may follow.
   */
  public static boolean isTunable(String name) {
    return NUMBERS.containsKey(Policies.withoutAdditions(name));
  }

  /**
   * What the policies of this name cannot do without.
   *
   * @throws IllegalArgumentException if the name is not one of {@link #names}
   */
  public static Set<Need> needs(String name) {
    return Policies.needs(withNumbers(name, known(name)));
  }

  /**
   * Finds numbers for a policy.
   *
   * @param maker makes a policy from a name that has its numbers; {@link Policies#named}, or what
   *     puts something around it
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

  /** The fewest numbers that make the name whole. */
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
   * What a search has found.
   *
   * @param name of the policy with its numbers, as {@link org.curtail.policies.Policies} knows it
   * @param tailMs its tail in training, in milliseconds; elsewhere it is rather worse
   * @param tried how many combinations of numbers were tried
   */
  public record Tuned(String name, double tailMs, int tried) {}
}
