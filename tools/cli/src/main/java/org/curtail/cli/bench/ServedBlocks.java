package org.curtail.cli.bench;

import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.curtail.benchkit.policyruns.ServedTime;
import org.curtail.benchkit.results.Decisions;

/**
 * When each contender served that chooses its policies itself, from its warm-up on, and what it
 * decided in this time. For one thread.
 */
final class ServedBlocks {
  private final Map<Contender, ServedTime> times = new LinkedHashMap<>();

  /** Has a contender serve a block, and remembers when it did. */
  <T> T served(Contender contender, double load, Supplier<T> block) {
    long fromNanos = System.nanoTime();
    try {
      return block.get();
    } finally {
      if (contender.autopilot().isPresent()) {
        times
            .computeIfAbsent(contender, each -> new ServedTime())
            .add(fromNanos, System.nanoTime(), load);
      }
    }
  }

  /**
   * What each knows by now, as {@code curtail-automatic/1}, by name; those that have not learned
   * enough are left out. They may be closed.
   */
  Map<String, String> knowledge() throws IOException {
    var known = new LinkedHashMap<String, String>();
    for (Contender contender : times.keySet()) {
      var text = new StringWriter();
      if (contender.autopilot().orElseThrow().export(text)) {
        known.put(contender.name(), text.toString());
      }
    }
    return known;
  }

  /** What was decided so far; none without such a contender. */
  List<Decisions> decisions(long seed) {
    return times.entrySet().stream()
        .flatMap(entry ->
            entry.getKey().autopilot().stream()
                .map(autopilot ->
                    entry
                        .getValue()
                        .decisions(
                            entry.getKey().name(),
                            null,
                            seed,
                            autopilot.counts(),
                            autopilot.history())))
        .toList();
  }
}
