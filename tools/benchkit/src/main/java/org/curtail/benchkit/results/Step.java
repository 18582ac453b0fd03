package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Results of a policy in a step of a changing load, over all repeats. Requests count if they arrive
 * in the steady part of the step, in which the moving average has no request of the previous step.
 *
 * @param policy name on the command line
 * @param rps offered requests per second
 * @param fromSeconds begin of the step since the begin of the run
 * @param steadyFromSeconds begin of the steady part
 * @param toSeconds end of the step
 * @param requests number of requests that count: at least 1
 * @param meanMs mean latency since planned arrivals; then percentiles
 * @param meanDegree mean over requests of thread time over execution time
 * @param againstSequential ratio of the mean to that of {@code sequential}, paired by repeat;
 *     absent without {@code sequential} or with too few repeats
 */
public record Step(
    String policy,
    double rps,
    double fromSeconds,
    double steadyFromSeconds,
    double toSeconds,
    int requests,
    double meanMs,
    double p95Ms,
    double p99Ms,
    double meanDegree,
    @Nullable Ratio againstSequential) {
  /** True if the step has enough requests for a percentile; see {@link SampleSize}. */
  public boolean carries(double percentile) {
    return SampleSize.carries(requests, percentile);
  }

  /** Returns a table with a row for each step and policy. */
  public static Table<Step> table(List<Step> steps) {
    return Table.of(steps)
        .grouped(Step::fromSeconds)
        .line("from s", Unit.PLAIN, Step::fromSeconds)
        .line("to s", Unit.PLAIN, Step::toSeconds)
        .page("time", Unit.TEXT, Step::time)
        .show("requests/s", Unit.PLAIN, Step::rps)
        .show("policy", Unit.NAME, Step::policy)
        .show("requests", Unit.COUNT, Step::requests)
        .show("mean", Unit.TIME, Step::meanMs)
        .show("p95", Unit.TIME, step -> step.carries(95) ? step.p95Ms() : null)
        .show("mean degree", Unit.DECIMAL, Step::meanDegree)
        .show("mean against sequential", Unit.TEXT, step -> ratio(step.againstSequential()));
  }

  private String time() {
    return "%s to %s s".formatted(Numbers.plain(fromSeconds), Numbers.plain(toSeconds));
  }

  private static @Nullable String ratio(@Nullable Ratio ratio) {
    return ratio == null ? null : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }
}
