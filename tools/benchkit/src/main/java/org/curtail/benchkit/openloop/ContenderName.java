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
 * The parsed name of a contender that is a policy on the engine: {@code POLICY}, {@code
 * POLICY@executor} or {@code POLICY/SHARING}.
 *
 * @param policy the part before the ending; not checked
 * @param onExecutor true if it runs behind Lucene's own searcher
 * @param sharing chunk sharing of its searches, if that is its own
 */
public record ContenderName(String policy, boolean onExecutor, Optional<ChunkSharing> sharing) {
  private static final String EXECUTOR = "@executor";

  private static final Pattern LUCENE = Pattern.compile("lucene-([1-9][0-9]{0,2})");

  /** Unmodified Lucene with a thread for each search, as many as there are searches. */
  public static final String THREADS = "threads";

  /** Endings allowed behind a policy. */
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

  /** The threads of {@code lucene-N}, unmodified Lucene; empty for a policy. */
  public static OptionalInt luceneThreads(String name) {
    Matcher lucene = LUCENE.matcher(name);
    return lucene.matches()
        ? OptionalInt.of(Integer.parseInt(lucene.group(1)))
        : OptionalInt.empty();
  }

  /** True if it is unmodified Lucene, without an engine. */
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
   * True for a user's alternative to curtail: a thread for each request, Lucene's own concurrency,
   * or the fastest cores for all.
   */
  public static boolean isBaseline(String name) {
    return name.equals("sequential") || name.equals("all-fast") || isLucene(name);
  }
}
