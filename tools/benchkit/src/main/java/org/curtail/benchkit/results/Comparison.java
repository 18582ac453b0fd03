package org.curtail.benchkit.results;

import org.curtail.benchkit.stats.Ratio;

/**
 * The ratios of a policy to another policy on the same arrivals: below 1 is faster.
 *
 * @param baseline the other policy
 * @param mean ratio of mean latencies
 * @param p95 ratio of 95th percentiles
 * @param p99 ratio of 99th percentiles
 */
public record Comparison(String baseline, Ratio mean, Ratio p95, Ratio p99) {}
