package org.curtail.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/** What threads did for one request. Safe for all threads. */
final class StintLog {
  /** Beyond so many, stints are put together. */
  static final int MOST_STINTS = 1_000;

  private final List<Stint> stints = new ArrayList<>(2);

  /**
   * One more, or one that went on for longer.
   *
   * @param before what is known of the same stint; null if nothing is
   */
  synchronized void put(@Nullable Stint before, Stint stint) {
    if (before != null) {
      int known = indexOf(before);
      if (known >= 0) {
        stints.set(known, stint);
      }
    } else if (stints.size() < MOST_STINTS) {
      stints.add(stint);
    } else {
      stints.add(stints.removeLast().and(stint));
    }
  }

  /** It has not ended after all. */
  synchronized void remove(Stint stint) {
    int known = indexOf(stint);
    if (known >= 0) {
      stints.remove(known);
    }
  }

  @SuppressWarnings("ReferenceEquality") // Another thread's may be equal.
  private int indexOf(Stint stint) {
    for (int i = stints.size() - 1; i >= 0; i--) {
      if (stints.get(i) == stint) {
        return i;
      }
    }
    return -1;
  }

  /** In order of beginning; the request ended at that moment, so nobody served it afterwards. */
  synchronized List<Stint> until(long endNanos) {
    if (stints.size() == 1) {
      // As a rule.
      return List.of(stints.getFirst().until(endNanos));
    }
    return stints.stream()
        .map(stint -> stint.until(endNanos))
        .sorted(Comparator.comparingLong(Stint::fromNanos))
        .toList();
  }
}
