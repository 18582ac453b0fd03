package org.curtail.opensearch.stats;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;

/** One sum for each constant of an enum, such as a count of events. Safe for all threads. */
public final class EnumCounts<E extends Enum<E>> {
  private final Map<E, LongAdder> counts;

  public EnumCounts(Class<E> type) {
    counts = new EnumMap<>(type);
    for (E one : type.getEnumConstants()) {
      counts.put(one, new LongAdder());
    }
  }

  /** Adds 1. */
  public void add(E what) {
    add(what, 1);
  }

  /** Adds an amount. */
  public void add(E what, long amount) {
    Objects.requireNonNull(counts.get(what)).add(amount);
  }

  /** Passes all sums, in the order of the constants. */
  public void forEach(ObjLongConsumer<E> sums) {
    counts.forEach((one, count) -> sums.accept(one, count.sum()));
  }

  /** Sums by constant name in lower case. */
  public Map<String, Long> byName() {
    var byName = new LinkedHashMap<String, Long>();
    forEach((one, sum) -> byName.put(one.name().toLowerCase(Locale.ROOT), sum));
    return byName;
  }
}
