package org.curtail.opensearch.hedge;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How often each of a few things has happened. Safe for all threads. */
final class EnumCounts<E extends Enum<E>> {
  private final Map<E, LongAdder> counts;

  EnumCounts(Class<E> type) {
    counts = new EnumMap<>(type);
    for (E one : type.getEnumConstants()) {
      counts.put(one, new LongAdder());
    }
  }

  void add(E what) {
    Objects.requireNonNull(counts.get(what)).increment();
  }

  /** By names in small letters. */
  Map<String, Long> byName() {
    var byName = new LinkedHashMap<String, Long>();
    counts.forEach((one, count) -> byName.put(one.name().toLowerCase(Locale.ROOT), count.sum()));
    return byName;
  }
}
