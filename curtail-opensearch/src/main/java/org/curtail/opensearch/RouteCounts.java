package org.curtail.opensearch;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How many query phases went which way. Safe for all threads. */
final class RouteCounts {
  private final Map<Route, LongAdder> counts = new EnumMap<>(Route.class);

  RouteCounts() {
    for (Route route : Route.values()) {
      counts.put(route, new LongAdder());
    }
  }

  void count(Route route) {
    Objects.requireNonNull(counts.get(route)).increment();
  }

  /** By name in lower case, in the order of the routes. */
  Map<String, Long> byName() {
    var byName = new LinkedHashMap<String, Long>();
    counts.forEach(
        (route, count) -> byName.put(route.name().toLowerCase(Locale.ROOT), count.sum()));
    return byName;
  }

  /** In words, a line for each way that any went. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    counts.forEach((route, count) -> {
      if (count.sum() > 0) {
        lines.add(String.format(Locale.ROOT, "Query phases: %,d %s.", count.sum(), route.reason()));
      }
    });
    return lines;
  }
}
