package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * A run of the engine on emulated cores, with the simulator's run of the same requests, arrivals
 * and costs.
 *
 * @param policy its name on the command line
 * @param load offered work as a share of the sequential capacity of the emulated cores
 * @param rps requests per second offered
 * @param meanMs emulated mean latency; then the emulated percentiles
 * @param simulatedMeanMs simulated mean latency; then the simulated percentiles
 * @param mean emulated over simulated mean, with its interval over paired blocks; then the ratios
 *     of percentiles
 * @param chunks number of emulated chunks
 * @param chunkError mean excess over the planned time of a chunk, as a share: 0.01 is one percent
 * @param wakeUpP50Ms median delay of wake-ups after a chunk, in the profile's time; then the 99th
 *     percentile
 */
public record Emulated(
    String policy,
    double load,
    double rps,
    double meanMs,
    double p95Ms,
    double p99Ms,
    double simulatedMeanMs,
    double simulatedP95Ms,
    double simulatedP99Ms,
    Ratio mean,
    Ratio p95,
    Ratio p99,
    long chunks,
    double chunkError,
    double wakeUpP50Ms,
    double wakeUpP99Ms) {

  /** Returns a table with a row for each policy and rate, with the simulated figures. */
  public static Table<Emulated> table(Results results) {
    return Table.of(results.emulated())
        .grouped(Emulated::load)
        .line("requests/s", Unit.PLAIN, Emulated::rps)
        .page("load", Unit.PERCENT, Emulated::load)
        .show("policy", Unit.NAME, Emulated::policy)
        .line("requests", Unit.COUNT, it -> it.run(results).map(Run::requests).orElse(null))
        .show("p99 emulated", Unit.TIME, it -> it.of(results, 99, it.p99Ms))
        .show("simulated", Unit.TIME, it -> it.of(results, 99, it.simulatedP99Ms))
        .page("ratio", Unit.TEXT, it -> it.of(results, 99, withInterval(it.p99)))
        .line("ratio", Unit.THOUSANDTHS, it -> it.of(results, 99, it.p99.value()))
        .line("95 % interval", Unit.TEXT, it -> it.of(results, 99, interval(it.p99)))
        .show("p95 ratio", Unit.THOUSANDTHS, it -> it.of(results, 95, it.p95.value()))
        .show("mean ratio", Unit.THOUSANDTHS, it -> it.mean.value())
        .line("late p99", Unit.TIME, it -> it.lateP99Ms(results))
        .line("chunk error", Unit.HUNDREDTHS, Emulated::chunkError);
  }

  private Optional<Run> run(Results results) {
    return results.runs().stream()
        .filter(run -> run.policy().equals(policy) && run.load() == load)
        .findFirst();
  }

  private @Nullable Double lateP99Ms(Results results) {
    return run(results)
        .filter(run -> run.carries(99))
        .map(run -> run.lateness().latenessP99Ms())
        .orElse(null);
  }

  /** Returns a figure; null if a percentile has too few requests. */
  private <T> @Nullable T of(Results results, double percentile, T figure) {
    return run(results).stream().allMatch(run -> run.carries(percentile)) ? figure : null;
  }

  /** Returns the interval as text; "one block" for a single block. */
  static String interval(Ratio ratio) {
    return ratio.low() == ratio.high()
        ? "one block"
        : "%s to %s".formatted(Numbers.decimal(ratio.low()), Numbers.decimal(ratio.high()));
  }

  /** Returns a ratio with its interval as text; a single block has no interval. */
  static String withInterval(Ratio ratio) {
    return ratio.low() == ratio.high()
        ? Numbers.ratio(ratio.value())
        : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }

  /** Returns the lines of the table, with remarks on missing figures. */
  public static List<String> lines(Results results) {
    var lines = new ArrayList<>(Interruption.around(table(results).lines(), results.interrupted()));
    lines.addAll(SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), List.of(95.0, 99.0)));
    return lines;
  }
}
