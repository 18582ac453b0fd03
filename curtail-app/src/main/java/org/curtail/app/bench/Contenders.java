package org.curtail.app.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.Policy;
import org.curtail.app.search.Workload;
import org.curtail.app.terminal.NearestName;
import org.curtail.app.terminal.PolicyNames;
import org.curtail.demand.ProfileRecorder;
import org.curtail.policy.Policies;
import org.curtail.runtime.Setup;

/**
 * Contenders by name: every policy of the registry, also as {@code POLICY@executor} behind Lucene's
 * own searcher or as {@code POLICY/SHARING} with its own way to share, and {@code lucene-N}.
 */
public final class Contenders {
  private static final Pattern LUCENE = Pattern.compile("lucene-([1-9][0-9]{0,2})");

  private static final int MOST_THREADS_PER_CORE = 64;

  private Contenders() {}

  /** The names that are known, {@code N} standing for a whole number. */
  public static List<String> names() {
    var names = new ArrayList<>(Policies.names());
    names.add("lucene-N");
    ContenderName.ENDINGS.forEach(ending -> names.add("POLICY" + ending));
    names.sort(null);
    return List.copyOf(names);
  }

  /** What a user may have meant: policy and ending each by itself. */
  private static String hint(String name) {
    var policies = new ArrayList<>(Policies.names());
    policies.add("lucene-N");
    int ending = Math.max(name.indexOf('@'), name.indexOf('/'));
    if (ending < 0) {
      return NearestName.hint(name, policies);
    }
    String policy = name.substring(0, ending);
    return Optional.of(policy)
        .filter(Policies::isKnown)
        .or(() -> NearestName.of(policy, Policies.names()))
        .flatMap(meant ->
            NearestName.of(name.substring(ending), ContenderName.ENDINGS)
                .map(known -> "; did you mean %s?".formatted(meant + known)))
        .orElse("");
  }

  /** The policy of a contender that has one. */
  public static String policyOf(String name) {
    return ContenderName.of(name).policy();
  }

  /** Whether a contender shares the chunks of its searches in its own way. */
  public static boolean hasOwnSharing(String name) {
    return ContenderName.of(name).sharing().isPresent();
  }

  /** Whether two contenders are the same policy with different ways to share. */
  static boolean areSiblings(String one, String other) {
    ContenderName first = ContenderName.of(one);
    ContenderName second = ContenderName.of(other);
    return !one.equals(other)
        && !first.onExecutor()
        && !second.onExecutor()
        && first.policy().equals(second.policy());
  }

  /** True for what a user would have without curtail: one thread, or Lucene's own concurrency. */
  static boolean isBaseline(String name) {
    return name.equals("sequential") || LUCENE.matcher(name).matches();
  }

  /**
   * Rejects a name before any work is done.
   *
   * @throws IllegalArgumentException if it is not known, needs a profile or table that is missing
   *     or needs predictions, which nobody makes of live requests
   */
  public static void check(String name, Policies.Ingredients ingredients, int cores) {
    if (LUCENE.matcher(name).matches()) {
      return;
    }
    String policyName = policyOf(name);
    if (!Policies.isKnown(policyName)) {
      throw new IllegalArgumentException(PolicyNames.unknown(name, hint(name), names()));
    }
    if (Policies.needsPrediction(policyName)) {
      throw new IllegalArgumentException(
          "'%s' must be told each request's demand in advance, which nobody knows of live requests"
              .formatted(name));
    }
    Policy policy = Policies.named(policyName, ingredients);
    checkThreads(name, policy, cores);
  }

  /**
   * Rejects a policy that would start more threads than a machine should have to bear.
   *
   * @throws IllegalArgumentException if it would
   */
  public static void checkThreads(String name, Policy policy, int cores) {
    int wanted = policy.threads(cores);
    int threads = wanted == Policy.UNLIMITED ? policy.maxDegree() : wanted;
    if (threads > MOST_THREADS_PER_CORE * cores) {
      throw new IllegalArgumentException(
          "'%s' wants %,d threads on %d cores, expected at most %d per core"
              .formatted(name, threads, cores, MOST_THREADS_PER_CORE));
    }
  }

  /**
   * The greatest degree of a policy that has been checked; 0 for one that does not run on the
   * engine.
   */
  public static int engineDegree(String name, Policies.Ingredients ingredients) {
    return LUCENE.matcher(name).matches()
        ? 0
        : Policies.named(policyOf(name), ingredients).maxDegree();
  }

  /** Whether a contender that has been checked boosts. */
  static boolean boosts(String name, Policies.Ingredients ingredients) {
    return !LUCENE.matcher(name).matches()
        && Policies.named(policyOf(name), ingredients).traits().boosts();
  }

  /**
   * Makes and starts one.
   *
   * @param engines sets up the engine if it runs on one
   * @param recorder listens if it runs on the engine
   */
  static Contender start(
      String name,
      Policies.Ingredients ingredients,
      Workload workload,
      int cores,
      Engines engines,
      ProfileRecorder recorder) {
    Matcher lucene = LUCENE.matcher(name);
    if (lucene.matches()) {
      return new LuceneContender(name, Integer.parseInt(lucene.group(1)), workload, cores);
    }
    ContenderName parts = ContenderName.of(name);
    Policy policy = Policies.named(parts.policy(), ingredients);
    Setup setup = engines.setup(name, policy, cores);
    return parts.onExecutor()
        ? new ExecutorContender(name, setup, workload, cores)
        : new CurtailContender(
            name, setup.listener(recorder), parts.sharing().map(workload::with).orElse(workload));
  }
}
