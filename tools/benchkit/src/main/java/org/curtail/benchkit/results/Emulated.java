package org.curtail.benchkit.results;

import org.curtail.benchkit.stats.Ratio;

/**
 * A run of the engine on emulated cores beside what the simulator gives for the same requests at
 * the same moments with the same costs.
 *
 * @param policy its name on the command line
 * @param load offered work as a share of the sequential capacity of the emulated cores
 * @param rps requests per second offered
 * @param meanMs emulated; the next two also
 * @param simulatedMeanMs simulated; the next two also
 * @param mean emulated over simulated, with its interval over paired blocks; the next two also
 * @param chunks chunks that were emulated
 * @param chunkError by which share they took longer than planned in the mean: 0.01 is one percent
 * @param wakeUpP50Ms how late threads woke from a chunk, in the profile's time, in which all times
 *     are; also its 99th percentile
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
    double wakeUpP99Ms) {}
