package org.curtail.policies;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.TargetDriven.Parts;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;

/**
 * Registry of policies by their names in commands and result files. A new policy needs one class
 * and one line here; {@link #add} adds a policy of your own. Thread-safe.
 */
public final class Policies {
  /**
   * Inputs of policies.
   *
   * @param profile profile for policies with {@link Need#PROFILE}
   * @param table table for policies with {@link Need#TABLE}
   */
  public record Ingredients(Optional<Profile> profile, Optional<IntervalTable> table) {
    /** No profile and no table. */
    public static final Ingredients NONE = new Ingredients(Optional.empty(), Optional.empty());

    private boolean lack(Need need) {
      return switch (need) {
        case PROFILE -> profile.isEmpty();
        case TABLE -> table.isEmpty();
        case PREDICTIONS, DEMAND -> false;
      };
    }

    private int greatestDegree() {
      return profile.orElseThrow().maxDegree();
    }
  }

  /** Required input of a policy. */
  public enum Need {
    /** A profile. */
    PROFILE("a profile"),
    /** An interval table. */
    TABLE("an interval table"),
    /**
     * Requests with a predicted demand, which may be wrong; see {@link
     * org.curtail.Traits#needsPrediction}.
     */
    PREDICTIONS("predictions"),
    /**
     * Requests with a known true demand; see {@link org.curtail.Traits#needsPrediction}. No real
     * service has them: these policies show the possible gain.
     */
    DEMAND("every true demand");

    private final String words;

    Need(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** Suffix of a policy's name for {@link Boosted selective boosting}. */
  public static final String BOOSTING = "+boosting";

  /**
   * Suffix of a policy's name for {@link Sharing processor sharing}. {@link #BOOSTING} may follow.
   */
  public static final String SHARING = "+sharing";

  /** Greatest plausible number of threads per core, even for threads that mostly wait. */
  public static final int MOST_THREADS_PER_CORE = 64;

  private static final int MOST_TARGETS = 16;

  private static final String MOST_GAIN =
      "Each free core goes to the request that gains most from one more thread";

  /** Policies of {@link #add}, the last one first. */
  private static volatile List<PolicyEntry> added = List.of();

  private static final List<PolicyEntry> ENTRIES =
      List.of(
          PolicyEntry.plain(
              "sequential", "One thread a request", Set.of(), from -> new Sequential()),
          PolicyEntry.plain(
              "processor-sharing",
              "One thread a request; requests that outnumber the cores share them equally, in slices",
              Set.of(),
              from -> OneThreadEach.processorSharing()),
          PolicyEntry.plain(
              "least-attained",
              "One thread a request; cores go to the requests that have computed least so far",
              Set.of(),
              from -> OneThreadEach.leastAttained()),
          PolicyEntry.plain(
              "gittins",
              "One thread a request; cores go to the requests that are likeliest to end soon, by what"
                  + " they have computed so far (Gittins index)",
              Set.of(Need.PROFILE),
              from -> OneThreadEach.gittins(from.profile.orElseThrow())),
          PolicyEntry.numbered(
              "fixed-",
              "N",
              "N threads a request from its start",
              Set.of(),
              (from, degree) -> new FixedDegree(degree)),
          PolicyEntry.plain(
              "adaptive",
              "When a request starts, as many threads as add least to the response time of all requests",
              Set.of(Need.PROFILE),
              from -> Adaptive.of(from.profile.orElseThrow())),
          PolicyEntry.numbered(
              "protected-",
              "N",
              "N threads while fewer than 30 requests are in the system, one thread otherwise",
              Set.of(),
              (from, degree) -> new ProtectedDegree(degree)),
          PolicyEntry.numbered(
              "binary-",
              "T",
              "The greatest degree after 50 requests in a row met fewer than T waiting, one thread after"
                  + " 50 in a row met more",
              Set.of(Need.PROFILE),
              (from, threshold) -> new Binary(threshold, from.greatestDegree())),
          PolicyEntry.numbered(
              "linear-",
              "T",
              "The greatest degree if no request waits, falling linearly to one thread if T wait",
              Set.of(Need.PROFILE),
              (from, threshold) -> new Linear(threshold, from.greatestDegree())),
          PolicyEntry.numbered(
              "interval-",
              "T",
              "One thread at first and one more every T ms, up to the greatest degree",
              Set.of(Need.PROFILE),
              (from, intervalMs) -> new FixedInterval(intervalMs, from.greatestDegree())),
          PolicyEntry.numbered(
              "clairvoyant-",
              "T",
              "The greatest degree for requests known to take T ms or more, one thread for others",
              Set.of(Need.PROFILE, Need.DEMAND),
              (from, thresholdMs) -> new RequestClairvoyant(thresholdMs, from.greatestDegree())),
          PolicyEntry.numbered(
              "predictive-",
              "T",
              "The greatest degree for requests predicted to take T ms or more, one thread for others",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              (from, thresholdMs) -> new RequestClairvoyant(thresholdMs, from.greatestDegree())),
          new PolicyEntry(
              "dds-",
              "D-T-E",
              "One thread for D ms, then the greatest degree if predicted to take more than T ms or to be off by more than E ms",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              3,
              3,
              (from, numbers) ->
                  new DelayedSelective(
                      numbers.get(0), numbers.get(1), numbers.get(2), from.greatestDegree())),
          new PolicyEntry(
              "tpc-",
              "E",
              "The least degree predicted to end within E ms, the greatest after that; E may be several, joined by -, for loads in quarters of the cores",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              1,
              MOST_TARGETS,
              (from, targetsMs) ->
                  new TargetDriven(
                      targetsMs, Parts.PREDICTION_AND_CORRECTION, from.profile.orElseThrow())),
          PolicyEntry.numbered(
              "tail-control-",
              "T",
              "The greatest degree, but one thread for requests so long that, under the load, they would make others miss T ms",
              Set.of(Need.PROFILE),
              (from, targetMs) -> new TailControl(targetMs, from.profile.orElseThrow())),
          PolicyEntry.numbered(
              "edf-",
              "T",
              "The fewest threads to end T ms after arrival, the oldest first; what is left goes to the"
                  + " longest",
              Set.of(Need.PROFILE, Need.DEMAND),
              (from, targetMs) -> new EarliestDeadline(targetMs, from.profile.orElseThrow())),
          PolicyEntry.plain(
              "few-to-many",
              "Few threads at first, more as a request runs, by an interval table and the load",
              Set.of(Need.TABLE),
              from -> new FewToMany(from.table.orElseThrow())),
          PolicyEntry.plain(
              "few-to-many-literal",
              "Few threads at first, more as a request runs, by an interval table; new requests wait as"
                  + " the table says even while cores are idle",
              Set.of(Need.TABLE),
              from -> FewToMany.literal(from.table.orElseThrow())),
          PolicyEntry.plain(
              "few-to-many-published",
              "Few threads at first, more as a request runs, by the interval table that the Few-to-Many"
                  + " paper prints for Lucene on 15 cores",
              Set.of(),
              from -> new FewToMany(IntervalTable.published("few-to-many-lucene"))),
          PolicyEntry.plain(
              "tail-index",
              MOST_GAIN
                  + "; requests may lose threads; if the demand has a heavy tail, requests that"
                  + " outnumber the cores share them equally",
              Set.of(Need.PROFILE),
              from -> TailIndex.of(from.profile.orElseThrow())),
          PolicyEntry.plain(
              "tail-index-queueing",
              MOST_GAIN
                  + "; requests keep their threads, and wait in order of arrival if cores are short",
              Set.of(Need.PROFILE),
              from -> TailIndex.queueing(from.profile.orElseThrow())),
          PolicyEntry.plain(
              "tail-index-sharing",
              MOST_GAIN
                  + "; requests may lose threads, and share the cores equally if they outnumber them",
              Set.of(Need.PROFILE),
              from -> TailIndex.sharing(from.profile.orElseThrow())),
          PolicyEntry.numbered(
              "tail-index-gittins-",
              PolicyEntry.WEIGHT,
              MOST_GAIN
                  + "; requests may lose threads; if they outnumber the cores, those run that are"
                  + " likely to end soon (Gittins index) or old; W is the weight of age in percent",
              Set.of(Need.PROFILE),
              (from, percent) -> TailIndex.gittins(from.profile.orElseThrow(), percent)),
          PolicyEntry.plain(
              "tail-index-malleable",
              MOST_GAIN
                  + "; requests may lose threads, and wait in order of arrival if cores are short",
              Set.of(Need.PROFILE),
              from -> TailIndex.queueing(from.profile.orElseThrow()).malleable()),
          PolicyEntry.numbered(
              "tail-index-demoting-",
              "T",
              MOST_GAIN + "; requests may lose threads, and those older than T ms come last",
              Set.of(Need.PROFILE),
              (from, ageMs) ->
                  TailIndex.queueing(from.profile.orElseThrow()).malleable().demoting(ageMs)),
          PolicyEntry.plain(
              "tail-index-patient",
              MOST_GAIN
                  + "; old requests count more, and new ones may wait for them; requests keep their"
                  + " threads",
              Set.of(Need.PROFILE),
              from -> TailIndex.patient(from.profile.orElseThrow())),
          PolicyEntry.plain(
              "tail-index-patient-malleable",
              MOST_GAIN
                  + "; old requests count more, and new ones may wait for them; requests may lose"
                  + " threads",
              Set.of(Need.PROFILE),
              from -> TailIndex.patient(from.profile.orElseThrow()).malleable()),
          PolicyEntry.plain(
              "tail-index-predicted",
              MOST_GAIN
                  + ", by its predicted demand; old requests count more; requests may lose threads",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              from -> TailIndex.predicted(from.profile.orElseThrow()).malleable()),
          PolicyEntry.plain(
              "tail-index-short-first",
              MOST_GAIN
                  + ", by its predicted demand; requests predicted to be short start first; requests"
                  + " may lose threads",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              from -> TailIndex.shortFirst(from.profile.orElseThrow()).malleable()),
          PolicyEntry.numbered(
              "tail-index-due-",
              "T",
              "The fewest threads to end T ms after arrival by the predicted demand, the oldest first;"
                  + " what is left goes to the longest",
              Set.of(Need.PROFILE, Need.PREDICTIONS),
              (from, targetMs) ->
                  EarliestDeadline.predicted(targetMs, from.profile.orElseThrow())));

  private Policies() {}

  /**
   * Adds a policy to the registry of this process, under its class's name. {@link #names} does not
   * list it. A second policy of the same name replaces the first.
   *
   * @param name full name of a class, such as {@code com.example.MyPolicy}
   * @param needs required inputs of the maker
   * @param maker makes the policy from its inputs
   * @throws IllegalArgumentException if the name has no dot, or is not one of a Java class
   */
  public static synchronized void add(
      String name, Set<Need> needs, Function<Ingredients, Policy> maker) {
    if (!name.matches("[\\p{L}\\p{N}_$]+(\\.[\\p{L}\\p{N}_$]+)+")) {
      throw new IllegalArgumentException(
          "expected the full name of a class, such as com.example.MyPolicy, found '%s'"
              .formatted(name));
    }
    PolicyEntry entry = PolicyEntry.plain(name, "A policy of your own", Set.copyOf(needs), maker);
    added = Stream.concat(Stream.of(entry), added.stream()).toList();
  }

  private static Stream<PolicyEntry> entries() {
    return Stream.concat(added.stream(), ENTRIES.stream());
  }

  /** Returns the names that {@link #named} accepts; capital letters stand for whole numbers. */
  public static List<String> names() {
    return List.copyOf(descriptions().keySet());
  }

  /** Returns a sentence about each of the {@link #names}: its behaviour and its needs. */
  public static SortedMap<String, String> descriptions() {
    var descriptions = new TreeMap<String, String>();
    ENTRIES.forEach(entry -> descriptions.put(entry.pattern(), entry.description()));
    return Collections.unmodifiableSortedMap(descriptions);
  }

  /** Returns true if {@link #named} accepts this name, given all inputs. */
  public static boolean isKnown(String name) {
    String plain = withoutAdditions(name);
    return entries().anyMatch(entry -> entry.numbers(plain).isPresent());
  }

  /** Returns a known or unknown name without {@link #SHARING} and {@link #BOOSTING} at its end. */
  public static String withoutAdditions(String name) {
    return without(SHARING, without(BOOSTING, name));
  }

  private static String without(String addition, String name) {
    return name.endsWith(addition) ? name.substring(0, name.length() - addition.length()) : name;
  }

  /**
   * Returns the required inputs of the named policy.
   *
   * @throws IllegalArgumentException if the name is unknown; the message lists the known ones
   */
  public static Set<Need> needs(String name) {
    return entry(withoutAdditions(name)).needs();
  }

  /**
   * Returns true if the policy requires requests with a prediction, true or not.
   *
   * @throws IllegalArgumentException if the name is unknown
   */
  public static boolean needsPrediction(String name) {
    Set<Need> needs = needs(name);
    return needs.contains(Need.PREDICTIONS) || needs.contains(Need.DEMAND);
  }

  /**
   * Returns the policy of a name.
   *
   * @throws IllegalArgumentException if the name is unknown or a required input is missing
   */
  public static Policy named(String name, Ingredients ingredients) {
    String plain = withoutAdditions(name);
    Policy policy = plain(plain, ingredients);
    if (without(BOOSTING, name).endsWith(SHARING)) {
      policy = new Sharing(policy);
    }
    return name.endsWith(BOOSTING) ? new Boosted(policy) : policy;
  }

  private static Policy plain(String name, Ingredients ingredients) {
    PolicyEntry entry = entry(name);
    for (Need need : entry.needs()) {
      if (ingredients.lack(need)) {
        throw new IllegalArgumentException("policy '" + name + "' needs " + need.words);
      }
    }
    return entry.maker().apply(ingredients, entry.numbers(name).orElseThrow());
  }

  private static PolicyEntry entry(String name) {
    return entries()
        .filter(entry -> entry.numbers(name).isPresent())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no policy is named '%s'; %s".formatted(name, known(name))));
  }

  /** Returns the form of the name if only its numbers are wrong; otherwise all names. */
  private static String known(String name) {
    return ENTRIES.stream()
        .filter(entry -> entry.isMeant(name))
        .max(Comparator.comparingInt(entry -> entry.name().length()))
        .map(PolicyEntry::expected)
        .orElseGet(() ->
            "known are %s, with whole numbers for the capital letters"
                .formatted(String.join(", ", names())));
  }

  /**
   * Rejects a policy with more threads than a machine can bear, such as after a mistyped number.
   *
   * @param name name of the policy, for the message
   * @param policy policy to check
   * @param cores number of cores, at least 1
   * @throws IllegalArgumentException if the policy wants too many threads
   */
  public static void checkThreads(String name, Policy policy, int cores) {
    int wanted = policy.threads(cores);
    int threads = wanted == Policy.UNLIMITED ? policy.maxDegree() : wanted;
    if (threads > (long) MOST_THREADS_PER_CORE * cores) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "'%s' wants %,d threads on %d cores, expected at most %d per core",
              name,
              threads,
              cores,
              MOST_THREADS_PER_CORE));
    }
  }

  /**
   * Entry of the registry.
   *
   * @param name name without its numbers
   * @param letters letters that stand for the numbers after the name, empty if there are none
   * @param sentence description, without a full stop
   * @param fewest least number of numbers
   * @param most greatest number of numbers
   * @param maker makes the policy from the numbers
   */
  private record PolicyEntry(
      String name,
      String letters,
      String sentence,
      Set<Policies.Need> needs,
      int fewest,
      int most,
      BiFunction<Policies.Ingredients, List<Integer>, Policy> maker) {
    /** Letter of a number that may be 0. */
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
     * Returns the numbers in a policy's name. Returns an empty list for a name without numbers, and
     * an empty optional for a name of another policy.
     */
    Optional<List<Integer>> numbers(String policy) {
      if (most == 0) {
        return policy.equals(name) ? Optional.of(List.of()) : Optional.empty();
      }
      if (!policy.startsWith(name)) {
        return Optional.empty();
      }
      String digits = policy.substring(name.length());
      String number = least() == 0 ? "(0|[1-9][0-9]{0,3})" : "[1-9][0-9]{0,3}";
      String pattern = "%s(-%s){%d,%d}".formatted(number, number, fewest - 1, most - 1);
      return digits.matches(pattern)
          ? Optional.of(Stream.of(digits.split("-")).map(Integer::valueOf).toList())
          : Optional.empty();
    }

    /**
     * Returns the least allowed number: 0 for a weight and for one of several numbers, otherwise 1.
     */
    private int least() {
      return fewest > 1 || letters.equals(WEIGHT) ? 0 : 1;
    }

    /** Returns true if a name differs from this policy's name in its numbers only. */
    boolean isMeant(String policy) {
      return most > 0
          && policy.startsWith(name)
          && policy.substring(name.length()).matches("[-+.,0-9]*");
    }

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
}
