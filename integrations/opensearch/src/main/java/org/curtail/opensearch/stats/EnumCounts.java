package org.curtail.opensearch.stats;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;

/** A sum for each of a few things, such as how often it has happened. Safe for all threads. */
public final class EnumCounts<E extends Enum<E>> {
  private final Map<E, LongAdder> counts;

  public EnumCounts(Class<E> type) {
    counts = new EnumMap<>(type);
    for (E one : type.getEnumConstants()) {
      counts.put(one, new LongAdder());
    }
  }

  /** It has happened once more. */
  public void add(E what) {
    add(what, 1);
  }

  /** More of it. */
  public void add(E what, long amount) {
    Objects.requireNonNull(counts.get(what)).add(amount);
  }

  /** All of them, in their order. */
  public void forEach(ObjLongConsumer<E> sums) {
    counts.forEach((one, count) -> sums.accept(one, count.sum()));
  }

  /** By names in small letters. */
  public Map<String, Long> byName() {
    var byName = new LinkedHashMap<String, Long>();
    forEach((one, sum) -> byName.put(one.name().toLowerCase(Locale.ROOT), sum));
    return byName;
  }
}
