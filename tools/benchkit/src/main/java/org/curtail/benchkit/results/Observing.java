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
 * Cost of observing requests.
 *
 * @param observer the thread that looks at others; absent if there was none
 * @param cost with signals, pauses and observer over without; absent if that was not measured
 * @param faults assumed cost of page faults; absent in files of earlier versions
 * @param checks of the observer's samples, one for each rate; empty without checks
 */
public record Observing(
    @Nullable Looks observer,
    @Nullable Cost cost,
    @Nullable Faults faults,
    @JsonInclude(Include.NON_EMPTY) List<Check> checks) {
  /**
   * CPU time of page faults.
   *
   * @param minorMicros of one without a disk, in microseconds
   * @param majorMicros of one from a disk, without the wait for it, in microseconds
   */
  public record Faults(double minorMicros, double majorMicros) {}

  /**
   * Samples of a thread that counts at a known speed. A sample is impossible if the count grew
   * faster than it can.
   *
   * @param askedPerSecond wanted looks
   * @param seenPerSecond actual looks
   * @param intervals between looks
   * @param passRate share of them that the filter keeps
   * @param epsilon tolerance between two clocks, as a share of an interval
   * @param impossible intervals of all
   * @param impossibleKept intervals that the filter keeps
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
   * @param askedPerSecond wanted looks; absent for an automatic rate
   * @param chosenPerSecond looks that the machine can bear
   * @param seenPerSecond actual looks
   * @param lookNanos time of a look
   * @param cpuShare of one core, 0 to 1; absent where CPU time is not available
   * @param passRate share of the intervals between looks that the filter keeps; absent without any
   * @param gaps intervals in which the observer did not run
   * @param epsilon tolerance between two clocks, as a share of an interval; absent without any
   */
  public record Looks(
      @Nullable Double askedPerSecond,
      double chosenPerSecond,
      double seenPerSecond,
      double lookNanos,
      @Nullable Double cpuShare,
      @Nullable Double passRate,
      int gaps,
      @Nullable Double epsilon) {}

  /**
   * Ratios of observed blocks to unobserved ones on the same arrivals, which took turns.
   *
   * @param blocks pairs of them
   * @param cpu time for a request, without that of the JVM's compiler; its inverse is the
   *     throughput of busy cores
   * @param median latency
   * @param p99 latency
   */
  public record Cost(int blocks, Ratio cpu, Ratio median, Ratio p99) {}

  /** Checks of samples by a thread that counts at a known speed. */
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
