package org.curtail.benchkit.openloop;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.lucene.ranked.ChunkSharing;

/**
 * The parsed name of a policy on the engine: {@code POLICY}, {@code POLICY@executor} or {@code
 * POLICY/SHARING}.
 *
 * @param policy unchecked name before the ending
 * @param onExecutor true if the engine is the executor of Lucene's own searcher
 * @param sharing chunk sharing of this contender; empty for the common one
 */
public record ContenderName(String policy, boolean onExecutor, Optional<ChunkSharing> sharing) {
  private static final String EXECUTOR = "@executor";

  private static final Pattern LUCENE = Pattern.compile("lucene-([1-9][0-9]{0,2})");

  /** Name of unmodified Lucene with a thread for each search. */
  public static final String THREADS = "threads";

  /** Possible endings after a policy. */
  public static final List<String> ENDINGS =
      Stream.concat(
              Stream.of(EXECUTOR), Stream.of(ChunkSharing.values()).map(ContenderName::ending))
          .toList();

  public static ContenderName of(String name) {
    if (name.endsWith(EXECUTOR)) {
      return new ContenderName(without(name, EXECUTOR), true, Optional.empty());
    }
    for (ChunkSharing sharing : ChunkSharing.values()) {
      if (name.endsWith(ending(sharing))) {
        return new ContenderName(without(name, ending(sharing)), false, Optional.of(sharing));
      }
    }
    return new ContenderName(name, false, Optional.empty());
  }

  private static String ending(ChunkSharing sharing) {
    return "/" + sharing.name().toLowerCase(Locale.ROOT);
  }

  private static String without(String name, String ending) {
    return name.substring(0, name.length() - ending.length());
  }

  /** Returns the number of threads of {@code lucene-N}, unmodified Lucene; empty for a policy. */
  public static OptionalInt luceneThreads(String name) {
    Matcher lucene = LUCENE.matcher(name);
    return lucene.matches()
        ? OptionalInt.of(Integer.parseInt(lucene.group(1)))
        : OptionalInt.empty();
  }

  /** True for unmodified Lucene, without an engine. */
  public static boolean isLucene(String name) {
    return name.equals(THREADS) || luceneThreads(name).isPresent();
  }

  /** True if two contenders are the same policy with different chunk sharing. */
  public static boolean areSiblings(String one, String other) {
    ContenderName first = of(one);
    ContenderName second = of(other);
    return !one.equals(other)
        && !first.onExecutor()
        && !second.onExecutor()
        && first.policy().equals(second.policy());
  }

  /**
   * True for an alternative to curtail: a thread for each request, Lucene's own concurrency, or the
   * fastest cores for all.
   */
  public static boolean isBaseline(String name) {
    return name.equals("sequential") || name.equals("all-fast") || isLucene(name);
  }
}
