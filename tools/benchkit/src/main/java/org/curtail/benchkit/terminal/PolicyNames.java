package org.curtail.benchkit.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.curtail.policies.Policies;
import org.curtail.tune.Tuner;

/** Messages about names that no policy has. */
public final class PolicyNames {
  /** Name of the policy that learns while it serves and chooses its policies itself. */
  public static final String AUTOMATIC = "automatic";

  /** Its description in one sentence, like {@link Policies#descriptions} of others. */
  public static final String AUTOMATIC_IN_WORDS =
      "Learns while it serves, chooses a policy by the load, and returns to one thread a request where that is faster; needs nothing.";

  /** Name of the same with predictions of demand, with errors. */
  public static final String AUTOMATIC_PREDICTED = "automatic-predicted";

  /** Its description in one sentence. */
  public static final String AUTOMATIC_PREDICTED_IN_WORDS =
      "Learns while it serves, and chooses a policy by the load, also ones that go by predictions if these are good enough; needs predictions.";

  private static final List<String> ALL_AUTOMATIC = List.of(AUTOMATIC, AUTOMATIC_PREDICTED);

  /** Endings allowed behind a name. */
  private static final List<String> ADDITIONS =
      List.of(Policies.BOOSTING, Policies.SHARING, Policies.SHARING + Policies.BOOSTING);

  private PolicyNames() {}

  /** True if it is the name of an automatic policy, with any ending. */
  public static boolean isAutomatic(String name) {
    int end = name.indexOf('@');
    return ALL_AUTOMATIC.contains(end < 0 ? name : name.substring(0, end));
  }

  /**
   * Rejects a name of the command line that is not accepted.
   *
   * @param accepted true for an accepted name
   * @throws UsageError with the nearest accepted name, if there is one
   */
  public static void requireKnown(String name, Predicate<String> accepted) {
    if (!accepted.test(name)) {
      throw new UsageError("--policies: " + unknown(name, accepted));
    }
  }

  /**
   * A sentence about a name that is not accepted, with the nearest accepted name if there is one.
   *
   * @param accepted true for an accepted name
   */
  public static String unknown(String name, Predicate<String> accepted) {
    return unknown(name, hint(name, accepted), accepted(listed(), accepted));
  }

  private static String hint(String name, Predicate<String> accepted) {
    String ordered =
        name.replace(Policies.BOOSTING + Policies.SHARING, Policies.SHARING + Policies.BOOSTING);
    return NearestName.hint(
        Optional.of(ordered)
            .filter(other -> !other.equals(name) && accepted.test(other))
            .or(() -> NearestName.of(name, accepted(known(), accepted), accepted)));
  }

  /** Of names with letters for numbers, those that are accepted with numbers. */
  private static List<String> accepted(List<String> names, Predicate<String> accepted) {
    return names.stream().filter(name -> accepted.test(NearestName.withOnes(name))).toList();
  }

  /**
   * The same with a hint.
   *
   * @param hint as {@link NearestName#hint} gives it
   * @param listed if there is no hint
   */
  public static String unknown(String name, String hint, List<String> listed) {
    if (name.isBlank()) {
      return "expected names of policies with commas between them, found an empty name";
    }
    return "no policy is named '%s'; %s"
        .formatted(
            Abbreviated.of(name),
            hint.isEmpty()
                ? "known are %s, with whole numbers for the capital letters; curtail policies explains each"
                    .formatted(String.join(", ", listed))
                : "curtail policies lists all" + hint);
  }

  /** All, capital letters standing for whole numbers. */
  public static List<String> listed() {
    return Stream.concat(ALL_AUTOMATIC.stream(), Policies.names().stream()).sorted().toList();
  }

  /** All names, including those whose numbers the simulator finds. */
  private static List<String> known() {
    var names = new ArrayList<>(Policies.names());
    Policies.names().stream()
        .map(name -> name.replaceFirst("-[A-Z](-[A-Z])*$", ""))
        .filter(Tuner::isTunable)
        .forEach(names::add);
    List<String> plain = List.copyOf(names);
    names.addAll(ALL_AUTOMATIC);
    for (String addition : ADDITIONS) {
      plain.forEach(name -> names.add(name + addition));
    }
    return names;
  }
}
