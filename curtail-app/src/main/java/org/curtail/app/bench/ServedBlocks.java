package org.curtail.app.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.curtail.measurement.policyruns.ServedTime;
import org.curtail.measurement.results.Decisions;

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
