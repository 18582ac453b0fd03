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
 * Serving periods and decisions of each contender that chooses its policies itself, from its
 * warm-up on. For one thread.
 */
final class ServedBlocks {
  private final Map<Contender, ServedTime> times = new LinkedHashMap<>();

  /** Runs a block of a contender and notes the period. */
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
   * Knowledge of each contender, as {@code curtail-automatic/1}, by name; contenders that have not
   * learned enough are left out. They may be closed.
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

  /** The decisions so far; empty without such a contender. */
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
