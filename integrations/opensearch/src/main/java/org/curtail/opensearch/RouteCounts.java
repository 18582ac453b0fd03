package org.curtail.opensearch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.curtail.opensearch.stats.EnumCounts;

/** Numbers of query phases by route. Safe for all threads. */
final class RouteCounts {
  private final EnumCounts<Route> counts = new EnumCounts<>(Route.class);

  void count(Route route) {
    counts.add(route);
  }

  /** Counts by name in lower case, in the order of the routes. */
  Map<String, Long> byName() {
    return counts.byName();
  }

  /** One sentence per route in use. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    counts.forEach((route, count) -> {
      if (count > 0) {
        lines.add(String.format(Locale.ROOT, "Query phases: %,d %s.", count, route.reason()));
      }
    });
    return lines;
  }
}
