package org.curtail.cli.diagnose.observer;

/**
 * What an {@link Observer} saw of one thread at one moment.
 *
 * @param beforeNanos the clock before it looked
 * @param afterNanos the clock after it looked, at least {@code beforeNanos}
 * @param slot of the thread in the tag words
 * @param request that the thread served; 0 if none
 * @param phase of it
 * @param arrivalNanos when the request arrived; 0 if none is served
 * @param startNanos when its thread began; 0 if none is served
 * @param chunk that it was at
 * @param count of what the thread has done; only grows
 * @param cpuNanos CPU time of the thread so far; -1 if that was not read
 */
public record Sample(
    long beforeNanos,
    long afterNanos,
    int slot,
    long request,
    int phase,
    long chunk,
    long arrivalNanos,
    long startNanos,
    long count,
    long cpuNanos) {}
