package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.curtail.benchkit.results.Observing.Looks;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The cost of observing requests.
 *
 * @param observer figures of the sampling thread; absent without one
 * @param cost ratios of runs with signals, pauses and observer to runs without; absent if not
 *     measured
 * @param faults assumed cost of page faults; absent in files of earlier versions
 * @param checks checks of the observer's samples, one for each rate; may be empty
 */
public record Observing(
    @Nullable Looks observer,
    @Nullable Cost cost,
    @Nullable Faults faults,
    @JsonInclude(Include.NON_EMPTY) List<Check> checks) {
  /**
   * CPU time of a page fault, in microseconds.
   *
   * @param minorMicros time of a fault without a disk
   * @param majorMicros time of a fault from a disk, without the wait for the disk
   */
  public record Faults(double minorMicros, double majorMicros) {}

  /**
   * A check by samples of a thread that counts at a known speed. An interval is impossible if the
   * count grew faster than that speed.
   *
   * @param askedPerSecond wanted samples per second
   * @param seenPerSecond actual samples per second
   * @param intervals number of intervals between samples
   * @param passRate share of intervals that the filter keeps
   * @param epsilon tolerance between two clocks, as a share of an interval
   * @param impossible number of impossible intervals
   * @param impossibleKept number of impossible intervals that the filter keeps
   */
  public record Check(
      double askedPerSecond,
      double seenPerSecond,
      int intervals,
      double passRate,
      double epsilon,
      int impossible,
      int impossibleKept) {}

  public Observing {
    checks = List.copyOf(checks);
  }

  /**
   * Figures of an observer.
   *
   * @param askedPerSecond wanted samples per second; absent in files of earlier versions, which
   *     chose a rate
   * @param chosenPerSecond chosen samples per second
   * @param seenPerSecond actual samples per second
   * @param lookNanos duration of a sample
   * @param cpuShare used share of one core, 0 to 1; absent without CPU time of threads
   * @param processShare used share of the process's CPU time, 0 to 1; absent where it is unknown
   * @param passRate share of the intervals between samples that the filter keeps; absent without
   *     intervals
   * @param gaps number of intervals in which the observer did not run
   * @param epsilon tolerance between two clocks, as a share of an interval; absent without
   *     intervals
   */
  public record Looks(
      @Nullable Double askedPerSecond,
      double chosenPerSecond,
      double seenPerSecond,
      double lookNanos,
      @Nullable Double cpuShare,
      @Nullable Double processShare,
      @Nullable Double passRate,
      int gaps,
      @Nullable Double epsilon) {}

  /**
   * Ratios of observed blocks to unobserved blocks on the same arrivals, in turns.
   *
   * @param blocks number of pairs of blocks
   * @param cpu ratio of CPU time per request, without the JVM's compiler; its inverse is the ratio
   *     of throughput of busy cores
   * @param median ratio of median latencies
   * @param p99 ratio of p99 latencies
   */
  public record Cost(int blocks, Ratio cpu, Ratio median, Ratio p99) {}

  /** Returns a table of the checks. */
  public static Table<Check> checksTable(List<Check> checks) {
    return Table.of(checks)
        .show("asked for, per second", Unit.NUMBER, Check::askedPerSecond)
        .show("seen", Unit.NUMBER, Check::seenPerSecond)
        .show("intervals", Unit.COUNT, Check::intervals)
        .show("pass the filter", Unit.PERCENT, Check::passRate)
        .show("within", Unit.PERCENT, Check::epsilon)
        .show("impossible per million", Unit.COUNT, check -> perMillion(check.impossible(), check))
        .show("after the filter", Unit.COUNT, check -> perMillion(check.impossibleKept(), check));
  }

  private static @Nullable Long perMillion(int some, Check check) {
    return check.intervals() == 0 ? null : Math.round(1e6 * some / check.intervals());
  }
}
