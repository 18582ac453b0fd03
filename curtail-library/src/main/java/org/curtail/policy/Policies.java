package org.curtail.policy;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.PublishedTables;

/**
 * The registry: policies by the names used on the command line and in result files. A new policy is
 * one class and one line here.
 */
public final class Policies {
  /**
   * What policies are made from.
   *
   * @param profile for those that need a {@link Need#PROFILE}
   * @param table for those that need a {@link Need#TABLE}
   */
  public record Ingredients(Optional<Profile> profile, Optional<IntervalTable> table) {
    /** Without profile and table. */
    public static final Ingredients NONE = new Ingredients(Optional.empty(), Optional.empty());

    private boolean lack(Need need) {
      return switch (need) {
        case PROFILE -> profile.isEmpty();
        case TABLE -> table.isEmpty();
        case PREDICTIONS -> false;
      };
    }

    private int greatestDegree() {
      return profile.orElseThrow().maxDegree();
    }
  }

  /** What a policy cannot do without. */
  public enum Need {
    /** A profile, to make the policy from. */
    PROFILE("a profile"),
    /** An interval table, to make the policy from. */
    TABLE("an interval table"),
    /** Requests whose demand is predicted; see {@link Policy#needsPrediction}. */
    PREDICTIONS("predictions");

    private final String words;

    Need(String words) {
      this.words = words;
    }
  }

  /** Behind a policy's name: the same policy with {@link Boosted selective boosting}. */
  public static final String BOOSTING = "+boosting";

  private static final List<Entry> ENTRIES =
      List.of(
          Entry.plain(
              "sequential", "One thread for every request", Set.of(), from -> new Sequential()),
          Entry.numbered(
              "fixed-",
              "N",
              "N threads for every request from its start",
              Set.of(),
              (from, degree) -> new FixedDegree(degree)),
          Entry.plain(
              "adaptive",
              "When a request starts, the degree that adds least to the total response time",
              Set.of(Need.PROFILE),
              from -> Adaptive.of(from.profile.orElseThrow())),
          Entry.numbered(
              "protected-",
              "N",
              "N threads while fewer than 30 requests are in the system, one thread otherwise",
              Set.of(),
              (from, degree) -> new ProtectedDegree(degree)),
          Entry.numbered(
              "binary-",
              "T",
              "The greatest degree while fewer than T requests wait, one thread otherwise",
              Set.of(Need.PROFILE),
              (from, threshold) -> new Binary(threshold, from.greatestDegree())),
          Entry.numbered(
              "linear-",
              "T",
              "The greatest degree if nobody waits, falling linearly to one thread if T wait",
              Set.of(Need.PROFILE),
              (from, threshold) -> new Linear(threshold, from.greatestDegree())),
          Entry.numbered(
              "interval-",
              "T",
              "One thread at first and one more every T ms, up to the greatest degree",
              Set.of(Need.PROFILE),
              (from, intervalMs) -> new FixedInterval(intervalMs, from.greatestDegree())),
          Entry.numbered(
              "clairvoyant-",
              "T",
              "The greatest degree for requests known to take T ms or more, one thread for others",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              (from, thresholdMs) -> new RequestClairvoyant(thresholdMs, from.greatestDegree())),
          Entry.plain(
              "few-to-many",
              "Few threads at first, more as a request runs, by an interval table and the load",
              Set.of(Need.TABLE),
              from -> new FewToMany(from.table.orElseThrow())),
          Entry.plain(
              "few-to-many-literal",
              "As few-to-many, but new requests wait as the table says even while cores are idle",
              Set.of(Need.TABLE),
              from -> FewToMany.literal(from.table.orElseThrow())),
          Entry.plain(
              "few-to-many-published",
              "As few-to-many, by the interval table that its paper prints for Lucene on 15 cores",
              Set.of(),
              from -> new FewToMany(PublishedTables.fewToManyLucene())),
          Entry.plain(
              "tail-index",
              "Each free core to the request that one thread more brings most, by what it has done",
              Set.of(Need.PROFILE),
              from -> TailIndex.of(from.profile.orElseThrow())),
          Entry.plain(
              "tail-index-malleable",
              "As tail-index, but requests may lose threads to others",
              Set.of(Need.PROFILE),
              from -> TailIndex.of(from.profile.orElseThrow()).malleable()),
          Entry.numbered(
              "tail-index-demoting-",
              "T",
              "As tail-index-malleable, but requests older than T ms come last",
              Set.of(Need.PROFILE),
              (from, ageMs) ->
                  TailIndex.of(from.profile.orElseThrow()).malleable().demoting(ageMs)),
          Entry.plain(
              "tail-index-patient",
              "As tail-index, but old requests matter more, and new ones may have to wait for them",
              Set.of(Need.PROFILE),
              from -> TailIndex.patient(from.profile.orElseThrow())),
          Entry.plain(
              "tail-index-patient-malleable",
              "As tail-index-patient, but requests may lose threads to others",
              Set.of(Need.PROFILE),
              from -> TailIndex.patient(from.profile.orElseThrow()).malleable()),
          Entry.plain(
              "tail-index-predicted",
              "As tail-index-patient-malleable, by the demand that is predicted",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              from -> TailIndex.predicted(from.profile.orElseThrow()).malleable()),
          Entry.plain(
              "tail-index-short-first",
              "As tail-index-predicted, but requests that are predicted to be short start first",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              from -> TailIndex.shortFirst(from.profile.orElseThrow()).malleable()));

  /**
   * One policy.
   *
   * @param name without the number that may follow
   * @param number the letter that stands for a number behind the name, empty if there is none
   * @param sentence what it does, without a full stop
   * @param maker is given 0 if no number follows
   */
  private record Entry(
      String name,
      String number,
      String sentence,
      Set<Need> needs,
      BiFunction<Ingredients, Integer, Policy> maker) {
    static Entry plain(
        String name, String sentence, Set<Need> needs, Function<Ingredients, Policy> maker) {
      return new Entry(name, "", sentence, needs, (from, none) -> maker.apply(from));
    }

    static Entry numbered(
        String name,
        String number,
        String sentence,
        Set<Need> needs,
        BiFunction<Ingredients, Integer, Policy> maker) {
      return new Entry(name, number, sentence, needs, maker);
    }

    /** The number in a policy's name, 0 if this policy has none; empty if it is another's name. */
    Optional<Integer> number(String policy) {
      if (number.isEmpty()) {
        return policy.equals(name) ? Optional.of(0) : Optional.empty();
      }
      String digits = policy.startsWith(name) ? policy.substring(name.length()) : "";
      return digits.matches("[1-9][0-9]{0,3}")
          ? Optional.of(Integer.valueOf(digits))
          : Optional.empty();
    }

    String pattern() {
      return name + number;
    }

    String description() {
      if (needs.isEmpty()) {
        return sentence + ".";
      }
      String needed =
          EnumSet.copyOf(needs).stream()
              .map(need -> need.words)
              .collect(Collectors.joining(" and "));
      return sentence + "; needs " + needed + ".";
    }
  }

  private Policies() {}

  /** The names that {@link #named} knows, {@code N} and {@code T} standing for whole numbers. */
  public static List<String> names() {
    return List.copyOf(descriptions().keySet());
  }

  /** What each of the {@link #names} does and needs, in one sentence; in order of the names. */
  public static SortedMap<String, String> descriptions() {
    var descriptions = new TreeMap<String, String>();
    ENTRIES.forEach(entry -> descriptions.put(entry.pattern(), entry.description()));
    return Collections.unmodifiableSortedMap(descriptions);
  }

  /** True if {@link #named} knows this name, whether or not it would lack an ingredient. */
  public static boolean isKnown(String name) {
    String plain = withoutBoosting(name);
    return ENTRIES.stream().anyMatch(entry -> entry.number(plain).isPresent());
  }

  private static String withoutBoosting(String name) {
    return name.endsWith(BOOSTING) ? name.substring(0, name.length() - BOOSTING.length()) : name;
  }

  /**
   * What the policy of a name cannot do without.
   *
   * @throws IllegalArgumentException if the name is not known; the message says what is known
   */
  public static Set<Need> needs(String name) {
    return entry(withoutBoosting(name)).needs;
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException if the name is not known or an ingredient that it needs is
   *     missing; the message says what is known or missing
   */
  public static Policy named(String name, Ingredients ingredients) {
    String plain = withoutBoosting(name);
    Policy policy = plain(plain, ingredients);
    return plain.equals(name) ? policy : new Boosted(policy);
  }

  private static Policy plain(String name, Ingredients ingredients) {
    Entry entry = entry(name);
    for (Need need : entry.needs) {
      if (ingredients.lack(need)) {
        throw new IllegalArgumentException("policy '" + name + "' needs " + need.words);
      }
    }
    return entry.maker.apply(ingredients, entry.number(name).orElseThrow());
  }

  private static Entry entry(String name) {
    return ENTRIES.stream()
        .filter(entry -> entry.number(name).isPresent())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no policy is named '%s'; known are %s"
                    .formatted(name, String.join(", ", names()))));
  }
}
