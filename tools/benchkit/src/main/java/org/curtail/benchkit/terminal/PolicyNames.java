package org.curtail.benchkit.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.curtail.policies.Policies;
import org.curtail.tune.Tuner;

/** Messages about unknown names of policies. */
public final class PolicyNames {
  /** Name of the policy that learns during the run and chooses policies itself. */
  public static final String AUTOMATIC = "automatic";

  /** Description of {@link #AUTOMATIC} in one sentence, as in {@link Policies#descriptions}. */
  public static final String AUTOMATIC_IN_WORDS =
      "Learns while it serves, chooses a policy by the load, and returns to one thread a request where that is faster; needs nothing.";

  /** Name of the automatic policy with predictions of demand. */
  public static final String AUTOMATIC_PREDICTED = "automatic-predicted";

  /** Description of {@link #AUTOMATIC_PREDICTED} in one sentence. */
  public static final String AUTOMATIC_PREDICTED_IN_WORDS =
      "Learns while it serves, and chooses a policy by the load, also ones that go by predictions if these are good enough; needs predictions.";

  private static final List<String> ALL_AUTOMATIC = List.of(AUTOMATIC, AUTOMATIC_PREDICTED);

  /** Possible endings after a name. */
  private static final List<String> ADDITIONS =
      List.of(Policies.BOOSTING, Policies.SHARING, Policies.SHARING + Policies.BOOSTING);

  private PolicyNames() {}

  /** True for the name of an automatic policy, with any ending. */
  public static boolean isAutomatic(String name) {
    int end = name.indexOf('@');
    return ALL_AUTOMATIC.contains(end < 0 ? name : name.substring(0, end));
  }

  /**
   * Rejects an unknown name on the command line.
   *
   * @param accepted true for an accepted name
   * @throws UsageError for an unknown name; the message has the nearest accepted name
   */
  public static void requireKnown(String name, Predicate<String> accepted) {
    if (!accepted.test(name)) {
      throw new UsageError("--policies: " + unknown(name, accepted));
    }
  }

  /**
   * Returns a sentence on an unknown name, with the nearest accepted name if there is one.
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

  /** Returns the names that are accepted with numbers instead of letters. */
  private static List<String> accepted(List<String> names, Predicate<String> accepted) {
    return names.stream().filter(name -> accepted.test(NearestName.withOnes(name))).toList();
  }

  /**
   * Returns a sentence on an unknown name.
   *
   * @param hint hint by {@link NearestName#hint}
   * @param listed names in the sentence if there is no hint
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

  /** Returns a sentence on a policy that cannot serve live requests, whose demands are unknown. */
  public static String needsDemand(String name) {
    return "'%s' needs each request's demand in advance, which is unknown for live requests"
        .formatted(name);
  }

  /** Returns all names, with capital letters for whole numbers. */
  public static List<String> listed() {
    return Stream.concat(ALL_AUTOMATIC.stream(), Policies.names().stream()).sorted().toList();
  }

  /** Returns all names, including names whose numbers the simulator finds. */
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
