package org.curtail.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;

/**
 * The registry: policies by the names used on the command line and in result files. A new policy is
 * one class and one line here.
 */
public final class Policies {
  /**
   * What policies are made from.
   *
   * @param profile needed by {@code adaptive}
   * @param table needed by {@code few-to-many}
   */
  public record Ingredients(Optional<Profile> profile, Optional<IntervalTable> table) {
    /** Without profile and table. */
    public static final Ingredients NONE = new Ingredients(Optional.empty(), Optional.empty());
  }

  private static final Map<String, Function<Ingredients, Policy>> BY_NAME =
      new TreeMap<>(
          Map.of(
              "sequential", ingredients -> new Sequential(),
              "adaptive", ingredients -> Adaptive.of(profile("adaptive", ingredients)),
              "few-to-many", ingredients -> new FewToMany(table("few-to-many", ingredients))));

  /** Policies with a whole number behind their name, as in {@code fixed-2}. */
  private static final Map<String, Function<Integer, Policy>> BY_NAME_AND_NUMBER =
      new TreeMap<>(Map.of("fixed-", FixedDegree::new));

  private Policies() {}

  /** The names that {@link #named} knows, {@code N} standing for a whole number. */
  public static List<String> names() {
    return Stream.concat(
            BY_NAME.keySet().stream(), BY_NAME_AND_NUMBER.keySet().stream().map(name -> name + "N"))
        .sorted()
        .toList();
  }

  /** True if {@link #named} knows this name, whether or not it would lack an ingredient. */
  public static boolean isKnown(String name) {
    return maker(name).isPresent();
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException if the name is not known or an ingredient that it needs is
   *     missing; the message says what is known or missing
   */
  public static Policy named(String name, Ingredients ingredients) {
    return maker(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no policy is named '%s'; known are %s"
                    .formatted(name, String.join(", ", names()))))
        .apply(ingredients);
  }

  private static Optional<Function<Ingredients, Policy>> maker(String name) {
    Function<Ingredients, Policy> plain = BY_NAME.get(name);
    if (plain != null) {
      return Optional.of(plain);
    }
    for (var entry : BY_NAME_AND_NUMBER.entrySet()) {
      String digits =
          name.startsWith(entry.getKey()) ? name.substring(entry.getKey().length()) : "";
      if (digits.matches("[1-9][0-9]{0,3}")) {
        return Optional.of(ingredients -> entry.getValue().apply(Integer.parseInt(digits)));
      }
    }
    return Optional.empty();
  }

  private static Profile profile(String name, Ingredients ingredients) {
    return ingredients
        .profile()
        .orElseThrow(() -> new IllegalArgumentException("policy '" + name + "' needs a profile"));
  }

  private static IntervalTable table(String name, Ingredients ingredients) {
    return ingredients
        .table()
        .orElseThrow(
            () -> new IllegalArgumentException("policy '" + name + "' needs an interval table"));
  }
}
