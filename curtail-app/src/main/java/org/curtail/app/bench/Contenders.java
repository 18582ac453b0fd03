package org.curtail.app.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.Policy;
import org.curtail.app.search.Workload;
import org.curtail.policy.Policies;

/** Contenders by name: every policy of the registry, and {@code lucene-N}. */
public final class Contenders {
  private static final Pattern LUCENE = Pattern.compile("lucene-([1-9][0-9]{0,2})");

  private Contenders() {}

  /** The names that are known, {@code N} standing for a whole number. */
  public static List<String> names() {
    var names = new ArrayList<>(Policies.names());
    names.add("lucene-N");
    names.sort(null);
    return List.copyOf(names);
  }

  /** True for what a user would have without curtail: one thread, or Lucene's own concurrency. */
  static boolean isBaseline(String name) {
    return name.equals("sequential") || LUCENE.matcher(name).matches();
  }

  /**
   * Rejects a name before any work is done.
   *
   * @throws IllegalArgumentException if it is not known or needs a profile or table that is missing
   */
  public static void check(String name, Policies.Ingredients ingredients) {
    if (LUCENE.matcher(name).matches()) {
      return;
    }
    try {
      Policies.named(name, ingredients);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage().startsWith("no policy")
              ? "no policy is named '%s'; known are %s".formatted(name, String.join(", ", names()))
              : e.getMessage(),
          e);
    }
  }

  /** Makes and starts one. */
  static Contender start(
      String name, Policies.Ingredients ingredients, Workload workload, int cores) {
    Matcher lucene = LUCENE.matcher(name);
    if (lucene.matches()) {
      return new LuceneContender(name, Integer.parseInt(lucene.group(1)), workload, cores);
    }
    Policy policy = Policies.named(name, ingredients);
    return new CurtailContender(name, policy, workload, cores);
  }
}
