package org.curtail.benchkit.results;

import org.jspecify.annotations.Nullable;

/**
 * A single run, of which a {@link Run} has the mean.
 *
 * @param policy name of the policy on the command line
 * @param rps requests per second
 * @param seed seed of demands and arrivals
 * @param boundMs lower bound of the p99 of any policy on the same arrivals
 * @param unstable true if the policy did not keep up; absent otherwise
 */
public record Repeat(
    String policy,
    double rps,
    long seed,
    double utilisation,
    double meanMs,
    double p50Ms,
    double p95Ms,
    double p99Ms,
    double p999Ms,
    @Nullable Double boundMs,
    @Nullable Boolean unstable) {
  /** Returns the main figures of a run with a seed. */
  public static Repeat of(Run run, long seed) {
    return new Repeat(
        run.policy(),
        run.rps(),
        seed,
        run.utilisation(),
        run.latency().meanMs(),
        run.latency().p50Ms(),
        run.latency().p95Ms(),
        run.latency().p99Ms(),
        run.latency().p999Ms(),
        run.boundMs(),
        run.unstable());
  }
}
