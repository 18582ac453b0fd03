package org.curtail.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Policy;
import org.curtail.Traits;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.demand.ProfileRecorder;
import org.curtail.policies.Policies;
import org.curtail.runtime.Setup;

/**
 * Contenders by name: {@code lucene-N}, {@code threads}, and every policy of the registry. {@code
 * POLICY@executor} runs behind Lucene's own searcher; {@code POLICY/SHARING} has its own way to
 * share.
 */
public final class Contenders {
  private Contenders() {}

  /** The known names; {@code N} is a whole number. */
  public static List<String> names() {
    var names = new ArrayList<>(PolicyNames.listed());
    names.add("lucene-N");
    names.add(ContenderName.THREADS);
    ContenderName.ENDINGS.forEach(ending -> names.add("POLICY" + ending));
    names.sort(null);
    return List.copyOf(names);
  }

  /** The default contenders: all that the given inputs permit. */
  static List<String> usual(Policies.Ingredients ingredients, int cores) {
    var names =
        new ArrayList<>(
            List.of("sequential", ContenderName.THREADS, "lucene-" + cores, "fixed-" + cores));
    ingredients.profile().ifPresent(measured -> names.add("adaptive"));
    ingredients.table().ifPresent(intervals -> names.add("few-to-many"));
    ingredients.profile().ifPresent(measured -> names.add("tail-index"));
    names.add(PolicyNames.AUTOMATIC);
    return names;
  }

  private static boolean isKnown(String name) {
    return Policies.isKnown(name)
        || isAutomatic(name)
        || ContenderName.isLucene(name)
        || name.equals(ContenderName.THREADS);
  }

  /** Suggests a similar name; policy and ending are corrected separately. */
  private static String hint(String name) {
    var policies = new ArrayList<>(PolicyNames.listed());
    policies.add("lucene-N");
    policies.add(ContenderName.THREADS);
    int ending = Math.max(name.indexOf('@'), name.indexOf('/'));
    if (ending < 0) {
      return NearestName.hint(NearestName.of(name, policies, Contenders::isKnown));
    }
    String policy = name.substring(0, ending);
    return Optional.of(policy)
        .filter(Policies::isKnown)
        .or(() -> NearestName.of(policy, Policies.names(), Policies::isKnown))
        .flatMap(meant ->
            NearestName.of(name.substring(ending), ContenderName.ENDINGS)
                .map(known -> NearestName.hint(Optional.of(meant + known))))
        .orElse("");
  }

  /**
   * Rejects an invalid name before any work is done.
   *
   * @throws IllegalArgumentException if the name is unknown, lacks a profile or table, or needs
   *     true demands, which live requests do not have
   */
  public static void check(String name, Policies.Ingredients ingredients, int cores) {
    if (ContenderName.isLucene(name)) {
      return;
    }
    String policyName = ContenderName.of(name).policy();
    if (isPredicted(policyName) && ContenderName.of(name).onExecutor()) {
      throw new IllegalArgumentException(
          "'%s' needs predictions, which the executor does not get; leave out @executor"
              .formatted(name));
    }
    if (isAutomatic(name)) {
      return;
    }
    if (!Policies.isKnown(policyName)) {
      throw new IllegalArgumentException(PolicyNames.unknown(name, hint(name), names()));
    }
    if (Policies.needs(policyName).contains(Policies.Need.DEMAND)) {
      throw new IllegalArgumentException(PolicyNames.needsDemand(name));
    }
    Policy policy = Policies.named(policyName, ingredients);
    Policies.checkThreads(name, policy, cores);
  }

  /** The greatest degree of a checked policy; 0 for a contender without an engine. */
  public static int engineDegree(String name, Policies.Ingredients ingredients) {
    return ContenderName.isLucene(name) || isAutomatic(name)
        ? 0
        : Policies.named(ContenderName.of(name).policy(), ingredients).maxDegree();
  }

  /** True if the contender chooses its policies itself. */
  static boolean isAutomatic(String name) {
    return PolicyNames.isAutomatic(ContenderName.of(name).policy());
  }

  private static boolean isPredicted(String policy) {
    return policy.equals(PolicyNames.AUTOMATIC_PREDICTED)
        || (Policies.isKnown(policy) && Policies.needsPrediction(policy));
  }

  /** True if a checked contender boosts. */
  static boolean boosts(String name, Policies.Ingredients ingredients) {
    return traits(name, ingredients).boosts();
  }

  /** Other traits of its policy; empty if it is no policy of the registry. */
  private static Traits traits(String name, Policies.Ingredients ingredients) {
    return ContenderName.isLucene(name) || isAutomatic(name)
        ? Traits.NONE
        : Policies.named(ContenderName.of(name).policy(), ingredients).traits();
  }

  /**
   * Makes and starts a contender.
   *
   * @param engines sets up the engine of a contender with an engine
   * @param recorder listens to that engine
   */
  static Contender start(
      String name,
      Policies.Ingredients ingredients,
      Workload workload,
      int cores,
      Engines engines,
      ProfileRecorder recorder) {
    OptionalInt luceneThreads = ContenderName.luceneThreads(name);
    if (luceneThreads.isPresent()) {
      return LuceneContender.withHelpers(name, luceneThreads.getAsInt(), workload, cores);
    }
    if (name.equals(ContenderName.THREADS)) {
      return LuceneContender.threadForEach(name, workload);
    }
    ContenderName parts = ContenderName.of(name);
    Setup setup =
        isAutomatic(name)
            ? engines.automatic(name, cores)
            : engines.setup(name, Policies.named(parts.policy(), ingredients), cores);
    return parts.onExecutor()
        ? new ExecutorContender(name, setup, workload, cores)
        : new CurtailContender(
            name,
            setup.listener(recorder),
            parts.sharing().map(workload::with).orElse(workload),
            isPredicted(parts.policy()));
  }
}
