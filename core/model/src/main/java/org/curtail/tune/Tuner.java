package org.curtail.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.curtail.Policy;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;

/**
 * Tuner of policies without numbers in their names: {@code clairvoyant} becomes {@code
 * clairvoyant-230}. A search over some dozens of combinations finds the numbers with the least tail
 * in a {@link Training}. The search goes along a number's range from coarse to fine, one number
 * after the other. TPC's table of targets begins with one target for all loads, as in its paper
 * (ASPLOS'16). The same training gives the same numbers on any machine.
 */
public final class Tuner {
  private static final int MOST_TRIED = 60;

  /** Tunable policies, with their least number of numbers. */
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

  /** Returns the names that {@link #tune} accepts, in alphabetical order. */
  public static List<String> names() {
    return List.copyOf(NUMBERS.keySet());
  }

  /**
   * Returns true if {@link #tune} accepts the name; {@link Policies#SHARING} and {@link
   * Policies#BOOSTING} may follow it.
   */
  public static boolean isTunable(String name) {
    return NUMBERS.containsKey(Policies.withoutAdditions(name));
  }

  /**
   * Returns the required inputs of the policies of this name.
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
    PolicyParameters parameters =
        PolicyParameters.of(
            Policies.withoutAdditions(name),
            training.service().profile(),
            training.service().machine().cores(),
            training.percentile());
    var search =
        new ParameterSearch(
            parameters,
            places -> training.tailMs(maker.apply(withNumbers(name, parameters.numbers(places)))),
            MOST_TRIED);
    List<Integer> found = parameters.numbers(search.run());
    return new Tuned(withNumbers(name, found), search.least(), search.tried());
  }

  /** Returns the fewest numbers that complete the name. */
  private static List<Integer> known(String name) {
    Integer count = NUMBERS.get(Policies.withoutAdditions(name));
    if (count == null) {
      throw new IllegalArgumentException(
          "'%s' cannot be tuned; tunable names are %s".formatted(name, String.join(", ", names())));
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
   * @param name name of the policy with its numbers, as {@link org.curtail.policies.Policies}
   *     accepts it
   * @param tailMs tail in training, in milliseconds; on other traces it is likely worse
   * @param tried number of combinations tried
   */
  public record Tuned(String name, double tailMs, int tried) {}

  /**
   * Search for the combination of numbers with the least value. The search first tries equal
   * distances along lines. From the best one found it changes one number at a time, and halves the
   * step if no change helps. The result is never worse than any combination tried. A line with few
   * places is tried completely. On a longer line with more than one valley, the search may miss the
   * least value. Not thread-safe.
   */
  static final class ParameterSearch {
    private static final int COARSE = 12;

    private final PolicyParameters parameters;
    private final ToDoubleFunction<List<Integer>> value;
    private final int budget;
    private final Map<List<Integer>, Double> tried = new HashMap<>();
    private List<Integer> best = List.of();
    private double least = Double.POSITIVE_INFINITY;

    /**
     * Creates a search.
     *
     * @param value function of a combination of places
     * @param budget most combinations to try; at least 1
     */
    ParameterSearch(
        PolicyParameters parameters, ToDoubleFunction<List<Integer>> value, int budget) {
      this.parameters = parameters;
      this.value = value;
      this.budget = budget;
    }

    /** Returns the places with the least value found. */
    List<Integer> run() {
      int step = 1;
      for (PolicyParameters.Line line : parameters.lines()) {
        int coarse = Math.ceilDiv(line.size(), COARSE);
        for (int at = 0; at < line.size(); at += coarse) {
          offer(line.at().apply(at));
        }
        // A step may have jumped over the line's end.
        offer(line.at().apply(line.size() - 1));
        step = Math.max(step, coarse / 2);
      }
      while (step > 0) {
        boolean helped = false;
        for (int number = 0; number < parameters.choices().size(); number++) {
          helped |= offer(moved(number, step)) || offer(moved(number, -step));
        }
        step = helped ? step : step / 2;
      }
      return best;
    }

    private List<Integer> moved(int number, int by) {
      var places = new ArrayList<>(best);
      places.set(
          number,
          Math.clamp(places.get(number) + by, 0, parameters.choices().get(number).size() - 1));
      return List.copyOf(places);
    }

    /** Records a combination; returns true if it is better than all before. */
    private boolean offer(List<Integer> places) {
      if (tried.containsKey(places) || (tried.size() >= budget && !best.isEmpty())) {
        return false;
      }
      double found = value.applyAsDouble(places);
      tried.put(places, found);
      if (!(found < least) && !best.isEmpty()) {
        return false;
      }
      best = places;
      least = found;
      return true;
    }

    double least() {
      return least;
    }

    int tried() {
      return tried.size();
    }
  }
}
