package org.curtail.app.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.jspecify.annotations.Nullable;

/**
 * One result file.
 *
 * @param kind what made it: {@code bench} or {@code simulate}
 * @param seed arrivals, order of policies and resampling follow from it
 * @param cores cores that served requests
 * @param command the command that makes this file again
 * @param settings what was measured, for people: name and value, in this order
 * @param demand the profile in short, if the measurement was given one
 * @param table the interval table in force, if any
 * @param noise what the machine did besides; absent from a simulation, which has none
 * @param runs one for each policy and load, by load, then in the order the policies were named
 * @param verdict what the runs show, in plain words
 */
public record Results(
    String kind,
    long seed,
    int cores,
    String command,
    Map<String, Object> settings,
    @Nullable Demand demand,
    @Nullable IntervalTable table,
    @Nullable Noise noise,
    List<Run> runs,
    Verdict verdict) {
  /** First field of every result file. */
  public static final String FORMAT = "curtail-results/1";

  public Results {
    // Map.copyOf would lose the order, which people read.
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    runs = List.copyOf(runs);
  }
}
