package org.curtail.app.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.lucene.ranked.Sharing;

/**
 * The name of a contender that is a policy on the engine, taken apart: {@code POLICY}, {@code
 * POLICY@executor} or {@code POLICY/SHARING}.
 *
 * @param policy what stands before; not checked
 * @param onExecutor whether it runs behind Lucene's own searcher
 * @param sharing how the chunks of its searches are shared, if that is its own
 */
record ContenderName(String policy, boolean onExecutor, Optional<Sharing> sharing) {
  private static final String EXECUTOR = "@executor";

  /** What may stand behind a policy. */
  static final List<String> ENDINGS =
      Stream.concat(Stream.of(EXECUTOR), Stream.of(Sharing.values()).map(ContenderName::ending))
          .toList();

  static ContenderName of(String name) {
    if (name.endsWith(EXECUTOR)) {
      return new ContenderName(without(name, EXECUTOR), true, Optional.empty());
    }
    for (Sharing sharing : Sharing.values()) {
      if (name.endsWith(ending(sharing))) {
        return new ContenderName(without(name, ending(sharing)), false, Optional.of(sharing));
      }
    }
    return new ContenderName(name, false, Optional.empty());
  }

  private static String ending(Sharing sharing) {
    return "/" + sharing.name().toLowerCase(Locale.ROOT);
  }

  private static String without(String name, String ending) {
    return name.substring(0, name.length() - ending.length());
  }
}
